#!/usr/bin/env python3
"""Draw which rooms of src/ include or call each other, and fail if there is a cycle.

    draw_rooms.py ROOT [--calls BUILD] [--files ROOM] [-o FILE.dot|FILE.svg]

Edges are #include lines, public headers counted as the rooms they describe; with --calls, calls of
functions, found as the undefined and defined names of the object files in BUILD. --files draws the files
of one room instead. Without -o only the check is made: exit status 1 and the circle when there is one.
Edges that follow from others (a to c, where a to b to c) are checked but not drawn.
"""
import argparse
import pathlib
import sys

import check_layers

BOX_WIDTH, BOX_HEIGHT, GAP_X, GAP_Y = 160, 30, 18, 46


def included_rooms(root):
    """{room: rooms that it includes}"""
    layout = check_layers.Layout(root)
    graph = {}
    for path in check_layers.sources(root, "src"):
        edges = graph.setdefault(layout.room_of(path.relative_to(root / "src")), set())
        for _, folder, name in check_layers.includes(path):
            edges.add(layout.header.get(name, "") if folder == "limb" else layout.room_of(f"{folder}/{name}"))
    return {room: {other for other in edges if other in graph and other != room} for room, edges in graph.items()}


def included_files(root, room):
    """{file stem: stems of the same room that it includes}; a header and its source are one."""
    graph = {}
    for path in check_layers.sources(root, f"src/{room}"):
        edges = graph.setdefault(path.stem, set())
        edges |= {pathlib.Path(name).stem for _, folder, name in check_layers.includes(path) if folder == room}
    return {stem: {other for other in edges if other in graph and other != stem} for stem, edges in graph.items()}


def called(root, build, room):
    """The same graphs from object files: between rooms, or between the files of one room."""
    all_objects = [(place, pathlib.PurePath(file).name.split(".")[0], defined, used)
                   for place, file, defined, used in check_layers.objects(build, check_layers.Layout(root))]
    if not all_objects:
        sys.exit(f"{build}: no object files of src/ found")
    node = {name: (place, stem) for place, stem, defined, _ in all_objects for name in defined}
    graph = {}
    for place, stem, _, used in all_objects:
        if room and place != room:
            continue
        edges = graph.setdefault(stem if room else place, set())
        for name in used & node.keys():
            other = node[name]
            if not room:
                edges.add(other[0])
            elif other[0] == room:
                edges.add(other[1])
    return {name: edges - {name} for name, edges in graph.items()}


def find_circle(graph):
    """The nodes of a circle in order, or [] (depth first, with a stack of its own)."""
    done = set()
    for start in sorted(graph):
        path, stack = [], [(start, iter(sorted(graph[start])))]
        if start in done:
            continue
        path.append(start)
        while stack:
            node, rest = stack[-1]
            step = next(rest, None)
            if step is None:
                done.add(node)
                stack.pop()
                path.pop()
            elif step in path:
                return path[path.index(step) :] + [step]
            elif step not in done:
                path.append(step)
                stack.append((step, iter(sorted(graph.get(step, ())))))
    return []


def levels(graph):
    """{node: length of the longest way down}; the graph has no circle."""
    level = {}
    while len(level) < len(graph):
        for node, edges in graph.items():
            if node not in level and all(edge in level for edge in edges):
                level[node] = 1 + max((level[edge] for edge in edges), default=-1)
    return level


def reduced(graph):
    """Without the edges that follow from others."""
    def below(node):
        seen, open_nodes = set(), list(graph[node])
        while open_nodes:
            at = open_nodes.pop()
            if at not in seen:
                seen.add(at)
                open_nodes += graph[at]
        return seen

    reach = {node: below(node) for node in graph}
    return {node: {edge for edge in edges if not any(edge in reach[other] for other in edges - {edge})}
            for node, edges in graph.items()}


def as_dot(graph):
    lines = [f'    "{node}" -> "{edge}";' for node in sorted(graph) for edge in sorted(graph[node])]
    nodes = [f'    "{node}";' for node in sorted(graph)]
    return "digraph rooms {\n    node [shape=box];\n" + "\n".join(nodes + lines) + "\n}\n"


def as_svg(graph, level):
    rows = [sorted(node for node in graph if level[node] == at) for at in range(max(level.values()) + 1)]
    width = max(len(row) for row in rows) * (BOX_WIDTH + GAP_X) + GAP_X
    height = len(rows) * (BOX_HEIGHT + GAP_Y)
    place = {}
    for at, row in enumerate(rows):
        left = (width - len(row) * (BOX_WIDTH + GAP_X) + GAP_X) / 2
        for i, node in enumerate(row):
            place[node] = (left + i * (BOX_WIDTH + GAP_X), height - (at + 1) * (BOX_HEIGHT + GAP_Y) + GAP_Y / 2)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" font-family="sans-serif" font-size="13">']
    for node in sorted(graph):
        for edge in sorted(graph[node]):
            (x0, y0), (x1, y1) = place[node], place[edge]
            out.append(f'<line x1="{x0 + BOX_WIDTH / 2:g}" y1="{y0 + BOX_HEIGHT:g}" x2="{x1 + BOX_WIDTH / 2:g}" y2="{y1:g}" '
                       'stroke="#8a94a6"/>')
    for node, (x, y) in sorted(place.items()):
        out.append(f'<rect x="{x:g}" y="{y:g}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="5" fill="#eef2f8" stroke="#44546a"/>')
        out.append(f'<text x="{x + BOX_WIDTH / 2:g}" y="{y + 20:g}" text-anchor="middle">{node}</text>')
    return "\n".join(out + ["</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--calls", metavar="BUILD")
    parser.add_argument("--files", metavar="ROOM")
    parser.add_argument("-o", dest="output", type=pathlib.Path)
    options = parser.parse_args()
    if options.calls:
        graph = called(options.root, options.calls, options.files)
    else:
        graph = included_files(options.root, options.files) if options.files else included_rooms(options.root)
    nedge = sum(len(edges) for edges in graph.values())
    if nedge == 0:
        sys.exit("no edges found")
    circle = find_circle(graph)
    if circle:
        print("a circle: " + " -> ".join(circle))
        sys.exit(1)
    if options.output:
        drawn = reduced(graph)
        svg = options.output.suffix == ".svg"
        options.output.write_text(as_svg(drawn, levels(graph)) if svg else as_dot(drawn))
    print(f"{len(graph)} nodes, {nedge} edges, no circle")


if __name__ == "__main__":
    main()
