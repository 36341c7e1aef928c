// Reads ZIP archives (APPNOTE 6.3) with stored or deflated files. Encrypted archives and those above 4 GiB are refused.

const END = 0x06054b50, ENTRY = 0x02014b50;
const MAX_BYTES = 1 << 30; // total uncompressed size

export async function unzip(file: Blob): Promise<Map<string, Uint8Array>> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const end = findEnd(view);
  const files = new Map<string, Uint8Array>();
  let total = 0;
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) throw new Error("The archive is damaged.");
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const [packed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const nameSize = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameSize));
    const local = view.getUint32(at + 42, true);
    at += 46 + nameSize + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (name.endsWith("/")) continue;
    if (flags & 1) throw new Error("The archive is encrypted.");
    if ((total += size) > MAX_BYTES) throw new Error("The archive unpacks to more than 1 GiB.");
    if (local + 30 > bytes.length) throw new Error("The archive is damaged.");
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    files.set(safe(name), await unpack(bytes.subarray(begin, begin + packed), method, size));
  }
  return files;
}

// Finds the end record, which is followed by a comment of up to 64 KiB.
function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= 0 && at >= view.byteLength - 22 - 0xffff; at--) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw new Error("The file is not a ZIP archive.");
}

async function unpack(bytes: Uint8Array, method: number, size: number): Promise<Uint8Array> {
  // several entries may share the same bytes, so the declared sizes are added up
  if (method === 0 && bytes.length !== size) throw new Error("The archive is damaged.");
  if (method === 0) return bytes.slice();
  if (method !== 8) throw new Error(`The archive uses compression method ${method}, which is not supported.`);
  const out = new Uint8Array(size);
  const reader = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  let done = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    if (done + piece.value.length > size) throw new Error("The archive is damaged.");
    out.set(piece.value, done);
    done += piece.value.length;
  }
  if (done !== size) throw new Error("The archive is damaged.");
  return out;
}

// Removes ".." from paths: the engine's files have a single root.
function safe(name: string): string {
  return name.replaceAll("\\", "/").split("/").filter((part) => part !== "" && part !== "." && part !== "..").join("/");
}
