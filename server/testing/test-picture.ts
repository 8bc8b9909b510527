const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const last_chunk_bytes = 12
let pictures = 0

/** A PNG of one pixel that nobody else has: a text chunk of its own stands before the last. */
export function newPicture(): Buffer {
  pictures++
  const text = Buffer.alloc(20)
  text.writeUInt32BE(8, 0)
  text.write('tEXt', 4)
  text.write(`n\0${String(pictures).padStart(6, '0')}`, 8)
  return Buffer.concat([png.subarray(0, -last_chunk_bytes), text, png.subarray(-last_chunk_bytes)])
}
