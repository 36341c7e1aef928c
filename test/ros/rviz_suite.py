"""A robot of visuals with one feature each, side by side in the plane that the camera faces, for the comparison with RViz."""
import struct
import zlib

SIZE = 0.2
COLUMNS = 6

GLOBALS = """
  <material name="red"><color rgba="0.9 0 0 1"/></material>
  <material name="green"><color rgba="0 0.7 0 1"/></material>
"""
BOX = f'<box size="{SIZE} {SIZE} {SIZE}"/>'


def mesh(name, scale=""):
    return f'<mesh filename="package://suite/{name}"{scale}/>'


# name: geometry, material
LINKS = {
    "global_red": (BOX, '<material name="red"/>'),
    "global_redefined": (BOX, '<material name="green"><color rgba="0 0 0.9 1"/></material>'),
    "inline_first": (BOX, '<material name="own"><color rgba="0.1 0.1 0.9 1"/></material>'),
    "inline_second": (BOX, '<material name="own"><color rgba="0.9 0.9 0.1 1"/></material>'),
    "inline_without_name": (BOX, '<material name=""><color rgba="0.9 0.5 0.1 1"/></material>'),
    "dark": (BOX, '<material name="dark"><color rgba="0.2 0.2 0.2 1"/></material>'),
    "white": (BOX, '<material name="white"><color rgba="1 1 1 1"/></material>'),
    "sphere": (f'<sphere radius="{SIZE / 2}"/>', '<material name="red"/>'),
    "cylinder": (f'<cylinder radius="{SIZE / 2}" length="{SIZE}"/>', '<material name="green"/>'),
    "no_material": (BOX, ""),
    "picture": (BOX, '<material name="blue_picture"><texture filename="package://suite/blue.png"/></material>'),
    "stl": (mesh("cube.stl"), '<material name="red"/>'),
    "stl_scaled": (mesh("cube.stl", ' scale="0.5 1 1"'), '<material name="red"/>'),
    "stl_mirrored": (mesh("cube.stl", ' scale="1 -1 1"'), '<material name="red"/>'),
    "stl_without_material": (mesh("cube.stl"), ""),
    "obj_own_color": (mesh("cube.obj"), '<material name="red"/>'),
    "sheet_back": (mesh("sheet.stl"), '<material name="red"/>'),
    "missing_mesh": (mesh("nothing.stl"), '<material name="red"/>'),
    "pushed": (BOX, '<material name="red"/>'),  # on a joint whose range excludes 0
    "planar": (BOX, '<material name="green"/>'),
    "floating": (BOX, '<material name="red"/>'),
}

# where limb differs from RViz 1.14, and is right
DIFFERENT = {
    "no_material": "without a material RViz is red, limb light gray",
    "stl_without_material": "without a material RViz is red, limb light gray",
    "sheet_back": "RViz does not draw the back of a sheet",
    "missing_mesh": "RViz draws nothing in place of a mesh that is not there, limb its collision shape",
    "floating": "robot_state_publisher does not publish a floating joint, and RViz does not draw its child",
}

CORNERS = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
FACES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]


def write(folder):
    """The robot's file, in a package of its own."""
    folder.mkdir()
    (folder / "package.xml").write_text("<package><name>suite</name></package>")
    (folder / "cube.stl").write_bytes(stl([(a, b, c) for face in FACES for a, b, c in (face[:3], (face[0], *face[2:]))]))
    (folder / "sheet.stl").write_bytes(stl([(0, 1, 3), (0, 3, 2)]))  # its front looks along -x, away from the camera
    (folder / "cube.obj").write_text(obj())
    (folder / "cube.mtl").write_text("newmtl teal\nKd 0.1 0.6 0.6\n")
    (folder / "blue.png").write_bytes(png(8, 8, (20, 40, 220)))
    links = "".join(link(i, name, *look) for i, (name, look) in enumerate(LINKS.items()))
    robot = folder / "suite.urdf"
    robot.write_text(f'<robot name="suite">{GLOBALS}<link name="root"/>{links}</robot>\n')
    return robot


def link(index, name, geometry, material):
    y, z = (index % COLUMNS) * 1.5 * SIZE, (index // COLUMNS) * 1.5 * SIZE
    kind, push = "fixed", 0.0
    limit = axis = ""
    if name == "pushed":  # the middle of its range is where the others are
        kind, limit, axis, push = "prismatic", '<limit lower="0.1" upper="0.3" effort="1" velocity="1"/>', '<axis xyz="0 0 1"/>', -0.2
    if name in ("planar", "floating"):
        kind = name
    collision = f"<collision><geometry>{BOX}</geometry></collision>" if name == "missing_mesh" else ""
    return (f'<link name="{name}"><visual><geometry>{geometry}</geometry>{material}</visual>{collision}</link>'
            f'<joint name="{name}_joint" type="{kind}"><parent link="root"/><child link="{name}"/>'
            f'<origin xyz="0 {y} {z + push}"/>{axis}{limit}</joint>\n')


def point(corner):
    return tuple(part * SIZE / 2 for part in CORNERS[corner])


def stl(triangles):
    def normal(a, b, c):
        u, v = [q - p for p, q in zip(a, b)], [q - p for p, q in zip(a, c)]
        n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        size = sum(part * part for part in n) ** 0.5
        return [part / size for part in n]
    body = b""
    for triangle in triangles:
        a, b, c = map(point, triangle)
        body += struct.pack("<12fH", *normal(a, b, c), *a, *b, *c, 0)
    return bytes(80) + struct.pack("<I", len(triangles)) + body


def obj():
    vertices = "".join("v {} {} {}\n".format(*point(i)) for i in range(8))
    faces = "".join("f {} {} {} {}\n".format(*(i + 1 for i in face)) for face in FACES)
    return f"mtllib cube.mtl\n{vertices}usemtl teal\n{faces}"


def png(width, height, color):
    return png_of(width, height, (b"\0" + bytes(color) * width) * height)


def png_of(width, height, rows):
    """Rows of red, green, blue, each after a zero."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
