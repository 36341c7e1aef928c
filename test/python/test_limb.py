"""The Python module: loading and findings, edits, kinematics and dynamics, threads, leaks."""
import doctest
import gc
import os
import pathlib
import re
import sys
import tempfile
import threading
import unittest

import numpy as np

import limb

SOURCE = pathlib.Path(os.environ["LIMB_SOURCE"])
ARM = SOURCE / "examples" / "arm.urdf"


def resident():
    """Bytes of memory in use by this process."""
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


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

    def test_nothing_leaks(self):
        q = self.model.neutral()

        def calls(count):
            for _ in range(count):
                self.model.fk(q, "tool_link")
                self.model.inverse_dynamics(q)
            for _ in range(count // 500):
                limb.load(ARM).joints
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
        self.assertIn("<iframe", robot._repr_html_())
        robot.add_prefix("x_")
        self.assertIn("data:image/png", robot._repr_html_())

    def test_inertia_of_shapes(self):
        robot = limb.parse('<robot name="r"><link name="a"><collision><geometry><box size="1 1 1"/>'
                           '</geometry></collision></link></robot>')
        mass, center, tensor = robot.inertia("a", 6)
        self.assertEqual(mass, 6)
        np.testing.assert_allclose(center, 0, atol=1e-15)
        np.testing.assert_allclose(tensor, [1, 0, 0, 1, 0, 1], atol=1e-12)


class Documents(unittest.TestCase):
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
