// The renderer for browsers without WebGL: it draws nothing, and finds nothing under the pointer.
import * as THREE from "three";

export function nullRenderer(canvas: HTMLCanvasElement): THREE.WebGLRenderer {
  const nothing = (): void => {};
  const renderer = {
    domElement: canvas, debug: {}, shadowMap: {}, info: { render: { calls: 0, triangles: 0 }, memory: { geometries: 0, textures: 0 } },
    render: nothing, clear: nothing, compile: nothing, setClearColor: nothing, setPixelRatio: nothing, setSize: nothing, setDrawingBufferSize: nothing,
    setRenderTarget: nothing, getRenderTarget: () => null, readRenderTargetPixels: nothing, readRenderTargetPixelsAsync: () => Promise.resolve(),
    getPixelRatio: () => 1, getSize: (size: THREE.Vector2) => size.set(0, 0), getDrawingBufferSize: (size: THREE.Vector2) => size.set(1, 1),
  };
  return renderer as unknown as THREE.WebGLRenderer;
}
