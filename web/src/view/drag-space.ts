// Maps pointer positions to the scene: onto a plane, along a line, around an axis. Used to drag handles and grips.
import * as THREE from "three";
import type { Stage } from "./stage";

const EDGE_ON = 0.2; // cosine between ring and line of sight below which dragging follows the ring's tangent

export class DragSpace {
  constructor(private readonly stage: Stage) {}

  // Returns pixels of the page, from the view's corner.
  pointer(event: PointerEvent): THREE.Vector2 {
    const box = this.stage.renderer.domElement.getBoundingClientRect();
    return new THREE.Vector2(event.clientX - box.left, event.clientY - box.top);
  }

  screen(point: THREE.Vector3): THREE.Vector2 {
    const { clientWidth, clientHeight } = this.stage.renderer.domElement;
    const clip = point.clone().project(this.stage.eye());
    return new THREE.Vector2(((clip.x + 1) / 2) * clientWidth, ((1 - clip.y) / 2) * clientHeight);
  }

  inPlane(center: THREE.Vector3, normal: THREE.Vector3): (event: PointerEvent) => THREE.Vector3 | null {
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(normal, center);
    return (event) => this.ray(event).intersectPlane(plane, new THREE.Vector3());
  }

  // Returns the point on the line closest to the line of sight through the pointer: in the plane that contains the line
  // and faces the viewer.
  alongLine(center: THREE.Vector3, axis: THREE.Vector3): (event: PointerEvent) => THREE.Vector3 | null {
    const normal = this.stage.sight(center).projectOnPlane(axis);
    if (normal.lengthSq() < 1e-12) return () => null;
    const place = this.inPlane(center, normal.normalize());
    return (event) => {
      const point = place(event);
      return point && center.clone().addScaledVector(axis, point.sub(center).dot(axis));
    };
  }

  // Returns the angle about an axis since the event, continuous beyond half a turn. pixels is the radius of the dragged
  // ring.
  turning(center: THREE.Vector3, axis: THREE.Vector3, event: PointerEvent, pixels: number): (now: PointerEvent) => number {
    const sight = this.stage.sight(center);
    if (Math.abs(sight.dot(axis)) < EDGE_ON) {
      // seen edge-on a ring is a line: use the distance along it in pixels
      const along = new THREE.Vector3().crossVectors(axis, sight).normalize();
      const tangent = this.screenDirection(center, along);
      const start = this.pointer(event);
      return (now) => -this.pointer(now).sub(start).dot(tangent) / pixels;
    }
    const place = this.inPlane(center, axis);
    const from = (place(event) ?? center.clone().add(sight)).sub(center);
    let last = 0;
    return (now) => {
      const to = place(now)?.sub(center);
      if (!to) return last;
      const angle = Math.atan2(axis.dot(new THREE.Vector3().crossVectors(from, to)), from.dot(to));
      last = angle + 2 * Math.PI * Math.round((last - angle) / (2 * Math.PI));
      return last;
    };
  }

  private ray(event: PointerEvent): THREE.Ray {
    const { clientWidth, clientHeight } = this.stage.renderer.domElement;
    const at = this.pointer(event);
    const caster = new THREE.Raycaster();
    caster.setFromCamera(new THREE.Vector2((at.x / clientWidth) * 2 - 1, 1 - (at.y / clientHeight) * 2), this.stage.eye());
    return caster.ray;
  }

  private screenDirection(center: THREE.Vector3, along: THREE.Vector3): THREE.Vector2 {
    const there = center.clone().addScaledVector(along, 10 * this.stage.pixelAt(center));
    return this.screen(there).sub(this.screen(center)).normalize();
  }
}
