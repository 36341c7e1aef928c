#!/usr/bin/env python3
"""RViz of Debian as judge of the picture: the same robots from the same view in RViz, in the page and by `limb render`.

    rviz_oracle.py LIMB SOURCE

Each link has to be visible in RViz where the page shows it, in the same color where it faces the camera, and the silhouettes
have to agree. Known differences are listed with the reason (DIFFERENT); one that is not there any more is a failure, too.
"""
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as xml
import zlib

import numpy as np

import ros1
import rviz_suite

LIMB, SOURCE = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
CORPUS = SOURCE / "../shared/corpus/robots"
ROBOTS = ("materials_tutorial", "urdf_viz_sample", "talos", "r2d2_tutorial", "hyq")
WIDTH, HEIGHT = 640, 480
BACKGROUND = (255, 0, 255)
MIN_PIXELS = 60  # of a link's inside: fewer say nothing of its color
MIN_SEEN = 0.8  # of a link's pixels that RViz draws too
MAX_SHIFT = 6  # pixels: the page frames a robot by its extreme points, limb render by all
MAX_HUE = 0.25  # of the largest channel
DARK = 60  # of 255: hues of darker colors say nothing
MAX_COLOR = 70  # of 255, in each channel: RViz has one lamp at the camera, and faces that reach 91 % of their color
MIN_OVERLAP = 0.97  # of silhouettes: pixels within one pixel of the other, of all
DIFFERENT = {"r2d2_tutorial": {"gripper_pole": rviz_suite.DIFFERENT["no_material"]}}  # by robot and link


def main():
    failures, compared = [], 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        robots = [(rviz_suite.write(folder / "suite"), 0, 0, rviz_suite.DIFFERENT)]
        robots += [(path, 25, 15, DIFFERENT.get(name, {})) for name, path in corpus()]
        with ros1.Ros1() as ros:
            for path, azimuth, elevation, different in robots:
                count, wrong = compare(ros, folder, path, azimuth, elevation, different)
                compared += count
                failures += [f"{path.name}: {text}" for text in wrong]
                print(f"{path.name}: {count} links compared, {len(wrong)} differences", flush=True)
    print("\n".join(failures))
    if compared < len(rviz_suite.LINKS) // 2:
        failures.append(f"only {compared} links were compared")
    print(f"RViz: {compared} links, {len(failures)} failures")
    return 1 if failures else 0


def corpus():
    for name in ROBOTS:
        yield from [(name, path) for path in sorted((CORPUS / name).rglob("*.urdf"))[:1]]


def compare(ros, folder, path, azimuth, elevation, different):
    """Number of links that were compared, and sentences about what differs."""
    page, names, ids, ours = picture_of_page(folder, path, azimuth, elevation)
    theirs = picture_of_rviz(ros, folder, path, page)
    drawn = aligned(picture_of_render(folder, path, azimuth, elevation), ids > 0)
    keep(path, page=ours, rviz=theirs, render=drawn)
    wrong, count = [], 0
    seen = np.any(theirs != BACKGROUND, axis=2)
    known = np.isin(ids, [names.index(name) + 1 for name in different if name in names])
    found = set()
    for number, name in enumerate(names, 1):
        inside = shrink(ids == number)
        if inside.sum() < MIN_PIXELS:
            continue
        count += 1
        reason = judge(name, inside, seen, theirs, {"page": ours, "limb render": drawn[:, :, :3]}, is_frontal=azimuth == elevation == 0)
        if reason and name in different:
            found.add(name)
        elif reason:
            wrong.append(reason)
    wrong += [f"link {name}: listed as different ({why}), but it is not" for name, why in different.items() if name not in found]
    for what, mask in (("RViz", seen), ("limb render", drawn[:, :, 3] > 250)):
        ours_only, both = (ids > 0) & ~known, mask & ~known
        overlap = share_near(ours_only, both)
        if overlap < MIN_OVERLAP:
            wrong.append(f"the silhouette agrees with that of {what} by {overlap:.3f}")
    return count, wrong


def keep(path, **pictures):
    """Into the folder that LIMB_PICTURES names, for those who want to look."""
    for what, picture in pictures.items() if "LIMB_PICTURES" in os.environ else ():
        rows = b"".join(b"\0" + row.tobytes() for row in picture[:, :, :3].astype(np.uint8))
        pathlib.Path(os.environ["LIMB_PICTURES"], f"{path.stem}.{what}.png").write_bytes(rviz_suite.png_of(WIDTH, HEIGHT, rows))


def judge(name, inside, seen, theirs, pictures, is_frontal):
    """A sentence about the difference, or None."""
    share = (inside & seen).sum() / inside.sum()
    if share < MIN_SEEN:
        return f"link {name}: RViz shows {share:.0%} of it"
    # where RViz is brightest the surface faces its lamp, which is at the camera
    light = theirs.max(axis=2).astype(int)
    facing = inside & seen & (light >= np.percentile(light[inside & seen], 75))
    their = np.median(theirs[facing], axis=0)
    for what, picture in pictures.items():
        our = np.median(picture[facing], axis=0)
        hue = max(our.max(), their.max()) > DARK and np.abs(our / max(our.max(), 1) - their / max(their.max(), 1)).max() > MAX_HUE
        # RViz's lamp leaves oblique faces dark, which ours lights
        if hue or (our - their).min() < -MAX_COLOR or (is_frontal and (our - their).max() > MAX_COLOR):
            return f"link {name}: {what} {our.astype(int).tolist()}, RViz {their.astype(int).tolist()}"
    return None


def share_near(a, b):
    """Of the pixels in either mask those within one pixel of the other."""
    apart = (a & ~grow(b)).sum() + (b & ~grow(a)).sum()
    return 1 - apart / max((a | b).sum(), 1)


def grow(mask):
    return ~shrink(~mask, 1)


def aligned(picture, silhouette):
    """The picture, shifted by the few pixels that bring it onto the silhouette best."""
    shifts = [(y, x) for y in range(-MAX_SHIFT, MAX_SHIFT + 1) for x in range(-MAX_SHIFT, MAX_SHIFT + 1)]
    solid = picture[:, :, 3] > 250
    best = max(shifts, key=lambda shift: (np.roll(solid, shift, (0, 1)) & silhouette).sum())
    return np.roll(picture, best, (0, 1))


def shrink(mask, count=2):
    """Without the pixels at the rim, where colors are mixed and views differ by rounding."""
    for _ in range(count):
        inner = mask.copy()
        inner[1:] &= mask[:-1]
        inner[:-1] &= mask[1:]
        inner[:, 1:] &= mask[:, :-1]
        inner[:, :-1] &= mask[:, 1:]
        mask = inner
    return mask


def picture_of_page(folder, path, azimuth, elevation):
    out = folder / "page"
    subprocess.run(["node", SOURCE / "test/ros/rviz_page.mjs", LIMB.parent, SOURCE, path, str(WIDTH), str(HEIGHT),
                    str(azimuth), str(elevation), out], check=True, timeout=300)
    info = json.loads(out.with_suffix(".json").read_text())
    size = (info["height"], info["width"])
    assert size == (HEIGHT, WIDTH), size
    ids = np.frombuffer(out.with_suffix(".ids").read_bytes(), np.uint32).reshape(size)[::-1]
    rgba = np.frombuffer(out.with_suffix(".rgba").read_bytes(), np.uint8).reshape(*size, 4)[::-1]
    return info, info["links"], ids, rgba[:, :, :3].astype(int)


def picture_of_render(folder, path, azimuth, elevation):
    out = folder / "render.png"
    subprocess.run([LIMB, "render", path, "-o", out, "--size", f"{WIDTH}x{HEIGHT}", "--camera", f"{azimuth} {elevation}",
                    "--transparent"], check=False, timeout=300, stderr=subprocess.DEVNULL)
    return read_png(out.read_bytes()).astype(int)


def picture_of_rviz(ros, folder, path, page):
    text = path.read_text()
    tree = xml.fromstring(text)
    root = ({link.get("name") for link in tree.iter("link")} - {joint.find("child").get("link") for joint in tree.findall("joint")}).pop()
    ros.set("robot_description", text)
    config = folder / "view.rviz"
    config.write_text(rviz_config(root, page))
    screen = folder / "screen"
    screen.mkdir(exist_ok=True)
    display = free_display()
    children = [ros.start("Xvfb", f":{display}", "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-fbdir", str(screen), "-nocursor", "-nolisten", "tcp")]
    try:
        ros1.until("a screen", lambda: read_screen(screen) is not None)
        children += [ros.start(ros1.STATE_PUBLISHER), ros.start(sys.executable, ros1.JOINT_PUBLISHER)]
        if any(joint.get("type") in ("revolute", "continuous", "prismatic") for joint in tree.findall("joint")):
            wait_for("/tf")
        os.environ.update(DISPLAY=f":{display}", LIBGL_ALWAYS_SOFTWARE="1", QT_X11_NO_MITSHM="1", HOME=str(folder),
                          XDG_RUNTIME_DIR=str(folder), ROS_PACKAGE_PATH=packages(path))
        children.append(ros.start("rviz", "-d", str(config), "--fullscreen", "--splash-screen", ""))
        return settled(screen)
    finally:
        for child in reversed(children):
            ros.stop(child)
        for file in screen.iterdir():
            file.unlink()


def wait_for(topic):
    """Until the publishers' first message: RViz without it shows the links that do not move, and rests."""
    import rospy
    from tf2_msgs.msg import TFMessage
    rospy.wait_for_message(topic, TFMessage, timeout=60)


def settled(screen):
    """The picture when the robot is in it and four seconds have not changed it."""
    last, since = None, time.monotonic()

    def rests():
        nonlocal last, since
        picture = read_screen(screen)
        shown = picture is not None and np.all(picture == BACKGROUND, axis=2).mean() > 0.02 and np.any(picture != BACKGROUND)
        if not shown or last is None or not np.array_equal(picture, last):
            last, since = picture if shown else None, time.monotonic()
        return last is not None and time.monotonic() - since > 4
    ros1.until("RViz's picture", rests, 180)
    return last


def read_screen(folder):
    """What Xvfb shows, from its file in the form of xwd; None: it is not there yet."""
    file = folder / "Xvfb_screen0"
    data = file.read_bytes() if file.exists() else b""
    if len(data) < 100:
        return None
    head = struct.unpack(">25I", data[:100])
    start, height, row = head[0] + 12 * head[19], head[5], head[12]
    if len(data) < start + row * height:
        return None
    pixels = np.frombuffer(data, np.uint8, row * height, start).reshape(height, row // 4, 4)
    return pixels[:, :, 2::-1].astype(int)


def free_display():
    return next(number for number in range(60, 600) if not os.path.exists(f"/tmp/.X{number}-lock"))


def packages(path):
    """Folders above the robot's file that hold packages."""
    return os.pathsep.join(str(folder.parent) for folder in path.parents if (folder / "package.xml").exists()) or str(path.parent)


def rviz_config(root, page):
    back = np.subtract(page["position"], page["target"])
    distance = float(np.linalg.norm(back))
    x, y, z = page["target"]
    red, green, blue = BACKGROUND
    return f"""
Panels: []
Visualization Manager:
  Displays:
    - {{Class: rviz/RobotModel, Name: RobotModel, Enabled: true, Robot Description: robot_description}}
  Enabled: true
  Global Options: {{Background Color: {red}; {green}; {blue}, Fixed Frame: {root}, Frame Rate: 5}}
  Name: root
  Tools: []
  Views:
    Current:
      Class: rviz/Orbit
      Distance: {distance}
      Field of View: {np.radians(page["fov"])}
      Focal Point: {{X: {x}, Y: {y}, Z: {z}}}
      Focal Shape Fixed Size: true
      Focal Shape Size: 0.0001
      Name: Current View
      Near Clip Distance: 0.01
      Pitch: {np.arcsin(back[2] / distance)}
      Target Frame: <Fixed Frame>
      Yaw: {np.arctan2(back[1], back[0])}
Window Geometry: {{Hide Left Dock: true, Hide Right Dock: true, Width: {WIDTH}, Height: {HEIGHT}, X: 0, Y: 0}}
"""


def read_png(data):
    """An array of height, width and four channels, of a PNG with eight bits a channel."""
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    assert depth == 8 and kind in (2, 6), (depth, kind)
    channels = 3 if kind == 2 else 4
    at, packed = 8, b""
    while at < len(data):
        size = struct.unpack(">I", data[at:at + 4])[0]
        if data[at + 4:at + 8] == b"IDAT":
            packed += data[at + 8:at + 8 + size]
        at += size + 12
    raw = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + width * channels)
    rows = np.zeros((height + 1, width + 1, channels), int)  # with an empty row above and column at the left
    for y in range(height):
        line = raw[y, 1:].reshape(width, channels).astype(int)
        unfilter(raw[y, 0], line, rows[y], rows[y + 1])
    picture = rows[1:, 1:]
    return picture if channels == 4 else np.dstack([picture, np.full((height, width), 255)])


def unfilter(kind, line, above, out):
    if kind == 0:
        out[1:] = line
    elif kind == 1:
        out[1:] = np.cumsum(line, axis=0) % 256
    elif kind == 2:
        out[1:] = (line + above[1:]) % 256
    else:
        for x in range(1, len(out)):
            left, up, corner = out[x - 1], above[x], above[x - 1]
            out[x] = (line[x - 1] + ((left + up) // 2 if kind == 3 else paeth(left, up, corner))) % 256


def paeth(left, up, corner):
    guess = left + up - corner
    to_left, to_up, to_corner = np.abs(guess - left), np.abs(guess - up), np.abs(guess - corner)
    return np.where((to_left <= to_up) & (to_left <= to_corner), left, np.where(to_up <= to_corner, up, corner))


if __name__ == "__main__":
    sys.exit(main())
