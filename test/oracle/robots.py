"""The robots that are compared with the oracles: the examples and, if it is next to the project, the corpus."""
import csv
import os
import pathlib
import xml.etree.ElementTree as xml

SOURCE = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = sorted((SOURCE / "examples").glob("*.urdf"))


def corpus():
    """The folder, or None."""
    folder = pathlib.Path(os.environ.get("LIMB_CORPUS", SOURCE / "../shared/corpus")).resolve()
    return folder if (folder / "SOURCES.tsv").exists() else None


def robots():
    """(name, file) of every robot that is one URDF file; says which there are."""
    found = [(path.stem, path) for path in EXAMPLES]
    folder = corpus()
    if folder:
        with open(folder / "SOURCES.tsv", newline="", encoding="utf-8") as table:
            found += [(row["robot"], folder / "robots" / row["file"])
                      for row in csv.DictReader(table, delimiter="\t") if row["kind"] == "urdf"]
    print(f"{len(found)} robots" + ("" if folder else ": the examples alone; the corpus is not beside the project"))
    return found


def without_shapes(path):
    """A file's elements, no namespace on them, for an oracle that would look for meshes in its own way."""
    robot = xml.fromstring(path.read_bytes().decode("utf-8-sig"))
    for element in robot.iter():
        element.tag = str(element.tag).split("}")[-1]  # {namespace}name
    for link in robot.iter("link"):
        for shape in link.findall("visual") + link.findall("collision"):
            link.remove(shape)
    return robot
