"""The Python module: loading and findings, edits, kinematics and dynamics, threads, leaks."""
import ast
import copy
import doctest
import gc
import inspect
import os
import pathlib
import pickle
import re
import sys
import tempfile
import threading
import time
import unittest

import numpy as np

import limb

SOURCE = pathlib.Path(os.environ["LIMB_SOURCE"])
ARM = SOURCE / "examples" / "arm.urdf"
MESH = SOURCE / "examples" / "meshes" / "base.glb"


def resident():
    """Bytes of memory in use by this process."""
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Refusals(unittest.TestCase):
    """Arguments that used to give wrong numbers."""

    def setUp(self):
        self.model = limb.load(ARM).model()
        self.q = self.model.random(1)
        self.tip = self.model.link_names[-1]

    def test_what_is_not_a_rotation_is_not_a_pose(self):
        pose = self.model.fk(self.q, self.tip)
        self.model.ik(self.tip, pose)
        for bad in (np.zeros((3, 4)), 5 * np.eye(4), np.diag([1, 1, -1, 1]), 1.01 * pose):
            with self.assertRaisesRegex(ValueError, "not a pose"):
                self.model.ik(self.tip, bad)
        # what is not asked for may be anything
        place = np.zeros((3, 4))
        place[:, 3] = pose[:, 3]
        self.assertTrue(np.allclose(self.model.fk(self.model.ik(self.tip, place, goal="position"), self.tip)[:, 3], pose[:, 3], atol=1e-5))

    def test_a_result_over_its_argument_is_refused(self):
        model, nq = self.model, self.model.nq
        one = np.zeros(nq + 12)
        one[:nq] = self.q
        want = model.fk(self.q, self.tip)
        for begin in (0, nq - 1):
            with self.assertRaisesRegex(ValueError, "out must not overlap"):
                model.fk(one[:nq], self.tip, out=one[begin:begin + 12].reshape(3, 4))
        self.assertTrue((one[:nq] == self.q).all())
        beside = model.fk(one[:nq], self.tip, out=one[nq:].reshape(3, 4))
        self.assertTrue((beside == want).all())
        many = np.zeros(5 * nq + 5 * 12)
        with self.assertRaisesRegex(ValueError, "out must not overlap"):
            model.fk(many[:5 * nq].reshape(5, nq), self.tip, out=many[nq:nq + 60].reshape(5, 3, 4))

    def test_seeds_do_not_wrap(self):
        for bad in (-1, 2 ** 64, 2 ** 64 + 5):
            with self.assertRaisesRegex(ValueError, "seed"):
                self.model.random(bad)
        with self.assertRaises(TypeError):
            self.model.random(1.5)
        self.assertFalse((self.model.random(2 ** 64 - 1) == self.model.random(5)).all())

    def test_numbers_that_are_not_finite(self):
        for bad in (np.nan, np.inf):
            with self.assertRaisesRegex(ValueError, "gravity must be finite"):
                limb.load(ARM).model(gravity=(0, 0, bad))
            start = self.q.copy()
            start[0] = bad
            with self.assertRaisesRegex(ValueError, "start must be finite"):
                self.model.ik(self.tip, self.model.fk(self.q, self.tip), start=start)


class Loading(unittest.TestCase):
    def test_links_and_joints_by_name(self):
        robot = limb.load(ARM)
        self.assertEqual(robot.name, "arm")
        self.assertEqual(robot.joints["elbow"].type, "revolute")
        self.assertEqual(robot.joints["elbow"].limit, limb.Limit(-2.7, 2.7, 100, 3.14))
        self.assertEqual(robot.joints["right_finger"].mimic.joint, "left_finger")
        self.assertIsNone(robot.links["world"].mass)
        self.assertEqual(robot.links["shoulder_link"].mass, 4.483)
        self.assertEqual(robot.findings, [])

    def test_a_broken_file_raises_with_its_findings(self):
        with self.assertRaises(limb.RobotError) as caught:
            limb.parse('<robot name="r">\n  <link name="a"/>\n  <link name="a"/>\n</robot>', "a.urdf")
        finding = caught.exception.findings[0]
        self.assertEqual((finding.rule, finding.line, finding.file), ("link-duplicate", 3, "a.urdf"))
        self.assertIn("a.urdf:3:15: error:", str(caught.exception))
        self.assertIn("^", str(caught.exception))

    def test_a_file_that_is_not_utf8_has_its_findings(self):
        text = '<?xml version="1.0"?>\n<robot name="caf\u00e9">\n  <link name="\u00e9"/>\n  <link name="a" mass="\u00e9"/>%s\n</robot>\n'
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "latin.urdf"
            path.write_bytes((text % '<link name="a"/>').encode("latin-1"))
            with self.assertRaises(limb.RobotError) as caught:
                limb.load(path)
            self.assertIn("link-duplicate", [finding.rule for finding in caught.exception.findings])
            self.assertIn("xml-utf8", [finding.rule for finding in caught.exception.findings])
            self.assertIn("xml-utf8", str(caught.exception))
            robot = limb.load(path, keep_broken=True)
            self.assertEqual(robot.name.encode("utf-8", "surrogateescape"), b"caf\xe9")
            self.assertEqual([os.fsencode(name) for name in robot.links][:2], [b"\xe9", b"a"])
            again = limb.parse(robot.source, keep_broken=True)
            self.assertEqual(again.source.encode("utf-8", "surrogateescape"), path.read_bytes())
            self.assertIn("xml-utf8", [finding.rule for finding in robot.check()])

    def test_paths_that_are_not_utf8(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.fsdecode(os.fsencode(folder) + b"/\xe9.urdf")
            limb.parse(f'<robot name="r"><link name="a"><visual><geometry><mesh filename="{MESH.name}"/></geometry></visual></link></robot>').save(path)
            (pathlib.Path(path).parent / MESH.name).write_bytes(MESH.read_bytes())
            robot = limb.load(path, packages=[os.fsdecode(os.fsencode(folder) + b"/\xff")])
            self.assertEqual(robot.file, path)
            self.assertNotIn("mesh-not-found", [finding.rule for finding in robot.check()])
            self.assertIn(b"glTF", robot.to_glb())
            with self.assertRaises(limb.RobotError) as caught:
                limb.load(path + "x")
            self.assertEqual(caught.exception.findings[0].file, path + "x")

    def test_errors_pass_between_processes(self):
        with self.assertRaises(limb.RobotError) as caught:
            limb.load("no/such.urdf")
        copy = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((str(copy), copy.findings), (str(caught.exception), caught.exception.findings))
        copy = pickle.loads(pickle.dumps(limb.IKError("out of reach", np.ones(2), 0.5, 0.25)))
        self.assertEqual((copy.reason, list(copy.q), copy.position_error), ("out of reach", [1, 1], 0.5))

    def test_a_missing_file(self):
        with self.assertRaises(limb.RobotError) as caught:
            limb.load("no/such.urdf")
        self.assertEqual(caught.exception.findings[0].rule, "file-read")

    def test_xacro_takes_arguments(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.urdf.xacro"
            path.write_text('<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro">'
                            '<xacro:arg name="side" default="left"/><link name="$(arg side)_hand"/></robot>')
            self.assertEqual(list(limb.load(path).links), ["left_hand"])
            self.assertEqual(list(limb.load(path, side="right").links), ["right_hand"])

    def test_xacro_reads_yaml_and_findings_point_into_it(self):
        hand = limb.load(SOURCE / "examples" / "xacro" / "hand.urdf.xacro")
        self.assertEqual(hand.file, str(SOURCE / "examples" / "xacro" / "hand.urdf.xacro"))
        self.assertIn("left_palm", hand.links)
        self.assertIn("<iframe", hand._repr_html_())
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.xacro"
            path.write_text('<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro">\n'
                            '<xacro:property name="m" value="-1"/>\n<link name="a"><inertial>'
                            '<mass value="${m}"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>'
                            '</inertial></link></robot>')
            robot = limb.load(path)
            for findings in (robot.findings, robot.check()):
                self.assertEqual([(f.file, f.line) for f in findings if f.rule.startswith("mass-")], [(str(path), 3)])

    def test_packages_hold_for_meshes(self):
        # far from each other, since what is near is found by itself
        with tempfile.TemporaryDirectory(dir="/tmp") as near, tempfile.TemporaryDirectory(dir="/var/tmp") as far:
            package = pathlib.Path(far) / "arm_meshes"
            package.mkdir()
            (package / "package.xml").write_text("<package><name>arm_meshes</name></package>")
            (package / "base.glb").write_bytes(MESH.read_bytes())
            path = pathlib.Path(near) / "r.urdf"
            path.write_text('<robot name="r"><link name="a"><visual><geometry>'
                            '<mesh filename="package://arm_meshes/base.glb"/></geometry></visual></link></robot>')
            empty = limb.load(path)
            whole = limb.load(path, packages=[far])
            self.assertNotEqual(whole.to_glb(), empty.to_glb())  # a mesh that is missing is replaced
            self.assertEqual([f.rule for f in empty.check()], ["mesh-not-found"])
            self.assertEqual(whole.check(), [])

    def test_meshes(self):
        mesh = limb.mesh(SOURCE / "examples" / "meshes" / "base.glb")
        self.assertEqual((mesh.vertices.dtype, mesh.vertices.shape[1]), (np.float32, 3))
        self.assertEqual(mesh.normals.shape, mesh.vertices.shape)
        self.assertLess(mesh.triangles.max(), len(mesh.vertices))
        corner = mesh.vertices[mesh.triangles].astype(float)
        area = np.linalg.norm(np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]), axis=1).sum() / 2
        self.assertAlmostEqual(mesh.area, area, places=9)
        with self.assertRaises(limb.RobotError) as caught:
            limb.mesh(ARM)
        self.assertGreater(len(caught.exception.findings), 0)

    def test_wrong_arguments_are_named(self):
        robot = limb.load(ARM)
        model = robot.model()
        with self.assertRaisesRegex(ValueError, "q must hold 7 numbers, not 3"):
            model.fk(np.zeros(3), "tool_link")
        with self.assertRaisesRegex(KeyError, "no link 'nowhere'"):
            model.fk(model.neutral(), "nowhere")
        with self.assertRaisesRegex(ValueError, r"\(N, 7\), not \(4, 3\)"):
            model.fk(np.zeros((4, 3)))
        with self.assertRaises(TypeError):
            model.fk("text")
        with self.assertRaisesRegex(ValueError, "reference"):
            model.jacobian(model.neutral(), "tool_link", "sideways")
        q = model.neutral()
        for error, name, call in (
                (ValueError, r"v must have the shape \(7,\), not \(3,\)", lambda: model.inverse_dynamics(q, np.zeros(3))),
                (ValueError, "tau must have the shape", lambda: model.step(q, q, np.zeros(2))),
                (ValueError, "q must have the shape", lambda: model.mass_matrix(np.zeros((2, 2, 7)))),
                (ValueError, "out must have the shape", lambda: model.fk(q, "tool_link", np.empty(12))),
                (TypeError, "out must hold float64", lambda: model.fk(q, "tool_link", np.empty((3, 4), np.float32))),
                (ValueError, "pose must have the shape", lambda: model.ik("tool_link", np.zeros(12))),
                (TypeError, "pose must hold numbers", lambda: model.ik("tool_link", "up")),
                (ValueError, "start must hold 7", lambda: model.ik("tool_link", np.eye(4), np.zeros(2))),
                (ValueError, "gravity must have", lambda: robot.model(gravity=(0, 1))),
                (ValueError, "width must be", lambda: robot.render(width=0)),
                (ValueError, "count must not", lambda: model.random(1, -1)),
                (TypeError, "packages must be", lambda: limb.load(ARM, packages="folder")),
                (TypeError, "no .xacro file.*side", lambda: limb.load(ARM, side="left")),
                (TypeError, "text must be str", lambda: limb.parse(b"<robot/>")),
                (ValueError, "path must not hold a null", lambda: limb.load("arm.urdf\0")),
                (TypeError, "q must hold numbers", lambda: model.fk(q.astype(complex))),
                (TypeError, "q must hold numbers", lambda: model.fk(None)),
                (ValueError, "out must be contiguous", lambda: model.fk(q, "tool_link", np.empty((4, 3)).T)),
                (ValueError, "out must be .* writable", lambda: model.fk(q, "tool_link", np.broadcast_to(0.0, (3, 4)))),
                (ValueError, "pose must be finite", lambda: model.ik("tool_link", np.full((3, 4), np.nan))),
                (ValueError, "dt must be above zero", lambda: model.step(q, np.zeros(7), dt=-0.001)),
                (ValueError, "density must be above zero", lambda: robot.inertia("base_link", -1)),
                (OSError, "nowhere/a.urdf", lambda: robot.save("/nowhere/a.urdf"))):
            with self.assertRaisesRegex(error, name):
                call()


class Editing(unittest.TestCase):
    def test_only_the_bytes_that_are_meant_change(self):
        robot = limb.load(ARM)
        before = robot.source
        robot.set("joint/elbow/limit", "upper", 2.5)
        self.assertEqual(robot.source, before.replace('upper="2.7" effort="100"', 'upper="2.5" effort="100"'))
        robot.rename_link("tool_link", "flange")
        self.assertIn("flange", robot.links)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "copy.urdf"
            robot.save(path)
            self.assertEqual(path.read_text(), robot.source)

    def test_a_copy_is_edited_for_itself(self):
        robot = limb.load(ARM, packages=["/nowhere"])
        for again in (copy.copy(robot), copy.deepcopy(robot), pickle.loads(pickle.dumps(robot))):
            self.assertEqual((again.source, again.file), (robot.source, robot.file))
            again.rename_link("tool_link", "flange")
            self.assertIn("tool_link", robot.links)
            self.assertEqual(again.check(), [])

    def test_what_makes_no_sense_changes_nothing(self):
        robot = limb.load(ARM)
        before = robot.source
        for call in (lambda: robot.rename_link("tool_link", "base_link"), lambda: robot.scale(0),
                     lambda: robot.strip("everything"), lambda: robot.mirror("w")):
            self.assertRaises(ValueError, call)
        self.assertRaises(KeyError, robot.rename_link, "nobody", "x")
        self.assertEqual(robot.source, before)

    def test_verbs(self):
        robot = limb.load(ARM)
        q = robot.model().random(3)
        before = robot.model().fk(q, "tool_link")
        robot.lump()
        robot.mirror("y", "left", "right")
        robot.mirror("y", "left", "right")
        self.assertNotIn("tool_link", robot.links)
        tool = limb.load(ARM)
        tool.extract("gripper_link")
        arm = limb.load(ARM)
        arm.join(tool, "tool_link", np.eye(4)[:3], prefix="second_")
        np.testing.assert_allclose(arm.model().fk(np.concatenate([q, [0]]), "tool_link"), before, atol=1e-12)
        self.assertIn("second_gripper_link", arm.links)


class Motion(unittest.TestCase):
    def setUp(self):
        self.robot = limb.load(ARM)
        self.model = self.robot.model()

    def test_many_configurations_agree_with_one(self):
        q = self.model.random(1, 100)
        poses = self.model.fk(q, "tool_link")
        self.assertEqual(poses.shape, (100, 3, 4))
        for i in (0, 7, 99):
            np.testing.assert_allclose(poses[i], self.model.fk(q[i], "tool_link"), atol=1e-12)
        every = self.model.fk(q[0])
        self.assertEqual(every.shape, (self.model.nlink, 3, 4))
        np.testing.assert_allclose(every[self.model.link("tool_link")], poses[0], atol=1e-12)

    def test_the_jacobian_is_the_derivative(self):
        q, h = self.model.random(2), 1e-6
        jacobian = self.model.jacobian(q, "tool_link")
        for k in range(self.model.nv):
            step = np.zeros(self.model.nq)
            step[k] = h
            moved = (self.model.fk(q + step, "tool_link") - self.model.fk(q - step, "tool_link"))[:, 3] / (2 * h)
            np.testing.assert_allclose(jacobian[3:, k], moved, atol=1e-6)

    def test_dynamics_agree_with_each_other(self):
        q, v = self.model.random(3), np.linspace(-1, 1, self.model.nv)
        a = np.linspace(1, -1, self.model.nv)
        tau = self.model.inverse_dynamics(q, v, a)
        np.testing.assert_allclose(self.model.forward_dynamics(q, v, tau), a, atol=1e-8)
        bias = self.model.inverse_dynamics(q, v)
        np.testing.assert_allclose(self.model.mass_matrix(q) @ a + bias, tau, atol=1e-9)
        rows = self.model.inverse_dynamics(np.stack([q, q]), np.stack([v, v]), np.stack([a, a]))
        np.testing.assert_allclose(rows[1], tau, atol=1e-12)

    def test_rows_agree_with_one(self):
        q = self.model.random(11, 150)
        v, tau = np.sin(q), np.cos(q)
        calls = (lambda q, v, tau: self.model.jacobian(q, "tool_link", "local"),
                 lambda q, v, tau: self.model.mass_matrix(q),
                 lambda q, v, tau: self.model.inverse_dynamics(q, v, tau),
                 lambda q, v, tau: self.model.forward_dynamics(q, v, tau))
        for call in calls:
            rows = call(q, v, tau)
            for i in (0, 63, 64, 149):
                np.testing.assert_array_equal(rows[i], call(q[i], v[i], tau[i]))
        self.assertEqual(self.model.mass_matrix(q[:0]).shape, (0, 7, 7))

    def test_inverse_kinematics(self):
        q = self.model.random(5)
        pose = self.model.fk(q, "tool_link")
        solved = self.model.ik("tool_link", pose)
        np.testing.assert_allclose(self.model.fk(solved, "tool_link"), pose, atol=1e-5)
        far = pose.copy()
        far[:, 3] = 100
        with self.assertRaisesRegex(limb.IKError, "out of reach"):
            self.model.ik("tool_link", far)

    def test_a_step_leaves_its_arguments_alone(self):
        q, v = self.model.neutral(), np.zeros(self.model.nv)
        q1, v1 = self.model.step(q, v, dt=0.01)
        self.assertFalse(np.any(v))
        self.assertTrue(np.any(v1))
        self.assertEqual(q1.shape, q.shape)

    def test_threads_share_a_model(self):
        q = self.model.random(9, 2000)
        expected = self.model.fk(q, "tool_link")
        wrong = []

        def work():
            for i in range(20):
                if not np.array_equal(self.model.fk(q, "tool_link"), expected):
                    wrong.append(i)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_a_robot_is_not_edited_while_it_is_drawn(self):
        done = []

        def work():
            while not done:
                self.robot.to_glb()

        thread = threading.Thread(target=work)
        thread.start()
        refused = 0
        try:
            for i in range(2000):
                try:
                    self.robot.set("joint/elbow/limit", "upper", 2 + i / 1e4)
                except RuntimeError:
                    refused += 1
                if refused and i > 20:
                    break
                time.sleep(0.0005)
        finally:
            done.append(True)
            thread.join()
        self.assertGreater(refused, 0)
        self.robot.set("joint/elbow/limit", "upper", 1)

    def test_nothing_leaks(self):
        q, rows = self.model.neutral(), self.model.random(1, 10)

        def calls(count):
            for _ in range(count):
                self.model.fk(q, "tool_link")
                self.model.inverse_dynamics(q)
            for _ in range(count // 500):
                robot = limb.load(ARM)
                robot.joints, robot.set("joint/elbow/limit", "upper", 2.5)
                self.model.mass_matrix(rows)
            for _ in range(count // 20000):
                limb.load(ARM).check(), limb.mesh(MESH), robot.inertia("base_link")
            gc.collect()

        calls(20000)
        before = resident()
        calls(100000)
        self.assertLess(resident() - before, 4 << 20)


class Pictures(unittest.TestCase):
    def test_glb_png_and_html(self):
        robot = limb.load(ARM)
        self.assertEqual(robot.to_glb()[:4], b"glTF")
        png = robot.render(robot.model().neutral(), width=160, height=120)
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")

    def test_in_a_notebook_it_shows_itself_as_it_is_now(self):
        robot = limb.load(ARM)
        self.assertIn("<iframe srcdoc=", robot._repr_html_())
        robot.add_prefix("x_")
        self.assertIn(b"x_shoulder_pan", robot.to_html())
        self.assertIn("x_shoulder_pan", robot._repr_html_())
        self.assertIn("<iframe", limb.parse('<robot name="r"><link name="a"/></robot>')._repr_html_())
        with tempfile.TemporaryDirectory() as folder:  # an expansion is made again from its file
            path = pathlib.Path(folder) / "a.xacro"
            path.write_text('<robot name="&lt;r&gt;"><link name="a"/></robot>')
            robot = limb.load(path)
            path.unlink()
            self.assertIn('<img alt="&lt;r&gt;" src="data:image/png', robot._repr_html_())
            robot.add_prefix("x_")
            self.assertIn("<iframe", robot._repr_html_())

    def test_inertia_of_shapes(self):
        robot = limb.parse('<robot name="r"><link name="a"><collision><geometry><box size="1 1 1"/>'
                           '</geometry></collision></link></robot>')
        mass, center, tensor = robot.inertia("a", 6)
        self.assertEqual(mass, 6)
        np.testing.assert_allclose(center, 0, atol=1e-15)
        np.testing.assert_allclose(tensor, [1, 0, 0, 1, 0, 1], atol=1e-12)


class Wheel(unittest.TestCase):
    def test_it_brings_the_libraries_it_needs(self):
        limb.load(ARM)
        installed = pathlib.Path(limb.__file__).parent
        mapped = {line.split()[-1] for line in pathlib.Path("/proc/self/maps").read_text().splitlines() if ".so" in line}
        for name in ("libpng", "libjpeg", "libyaml"):
            found = [path for path in mapped if pathlib.Path(path).name.startswith(name)]
            self.assertEqual([pathlib.Path(path).parent for path in found], [installed / "lib"], name)
            self.assertTrue(list(installed.parent.glob(f"limb-*.dist-info/licenses/{name}*.txt")), name)


class Documents(unittest.TestCase):
    def test_every_public_name_has_a_stub_and_a_docstring(self):
        tree = ast.parse((pathlib.Path(limb.__file__).parent / "__init__.pyi").read_text())
        stubs = {}
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                stubs[node.name] = {item.name if isinstance(item, ast.FunctionDef) else item.target.id for item in node.body}
            elif isinstance(node, ast.FunctionDef):
                stubs[node.name] = {a.arg for a in node.args.args + node.args.kwonlyargs}
        checked = 0
        for name in limb.__all__:
            self.assertIn(name, stubs)
            thing = getattr(limb, name)
            self.assertEqual(thing.__module__, "limb")
            self.assertTrue(thing.__doc__ and "Alias for field" not in thing.__doc__, name)
            if inspect.isclass(thing):
                members = set(getattr(thing, "_fields", ()))
                for member, value in vars(thing).items():
                    if member.startswith("_") or member in members:
                        continue
                    members.add(member)
                    self.assertTrue(value.__doc__, f"{name}.{member} has no docstring")
                if name == "Model":
                    model = limb.load(ARM).model()
                    members |= {attribute for attribute in vars(model) if not attribute.startswith("_")}
                    for attribute in members:
                        self.assertTrue(attribute in thing.__doc__ or callable(getattr(model, attribute)), attribute)
            else:
                parameters = inspect.signature(thing).parameters.values()
                members = {p.name for p in parameters if p.kind != p.VAR_KEYWORD}
            self.assertLessEqual(members, stubs[name])
            checked += len(members)
        self.assertGreater(checked, 80)

    def test_examples_are_true(self):
        page = (SOURCE / "docs" / "python.md").read_text()
        blocks = re.findall(r"```pycon\n(.*?)```", page, re.S)
        self.assertGreater(len(blocks), 2)
        os.chdir(SOURCE / "examples")
        example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "docs/python.md", "python.md", 0)
        runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
        runner.run(example)
        self.assertEqual(runner.failures, 0)
        self.assertGreater(runner.tries, 5)
        failed, tried = doctest.testmod(limb)
        self.assertEqual(failed, 0)
        self.assertGreater(tried, 3)


if __name__ == "__main__":
    print(sys.version.split()[0], "limb", limb.__version__)
    unittest.main()
