// Images for merge requests.
import { crc32, deflateSync } from 'node:zlib';

/** Makes a PNG image of one color. */
export function picture(...color) {
  const size = 96;
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const number = (value) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    };
    return Buffer.concat([number(data.length), body, number(crc32(body))]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 2], 8);
  const row = Buffer.from([0, ...Array.from({ length: size }, () => color).flat()]);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: size }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
