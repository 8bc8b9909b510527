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

const segment = (code: number, words: string): Buffer => {
  const content = Buffer.from(words)
  const head = Buffer.from([0xff, code, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** A JPEG, 16 pixels wide and 8 high, made by a program; with what cameras write into theirs where words are given. */
export function newJpeg({ secret = '', behind = '' } = {}): Buffer {
  const jpeg = Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//wAALCAAIABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAABAX/xAAmEAABAgQDCQAAAAAAAAAAAAACAQQDBhESBRNBABUiMVFhcYGh/9oACAEBAAA/AJcrNsEcvjHHHBQgREy0raJLrUtPnnZU3M5darC3G5viqXHDA8wEGnO7r2qvrX//2Q==',
    'base64',
  )
  const told = secret ? [segment(0xe1, `Exif\0\0${secret}`), segment(0xfe, secret)] : []
  return Buffer.concat([jpeg.subarray(0, 2), ...told, jpeg.subarray(2), Buffer.from(behind)])
}

/** The same picture in several scans, as many programs write it. */
export const progressiveJpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//wgALCAAIABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAAAwT/2gAIAQEAAAABlX//xAAXEAEBAQEAAAAAAAAAAAAAAAACBAAD/9oACAEBAAEFApTxTrE53//EABwQAAEDBQAAAAAAAAAAAAAAAAABAlEREyEjMf/aAAgBAQAGPwLe6kCWHZjp/8QAGhABAAIDAQAAAAAAAAAAAAAAAQARITGBcf/aAAgBAQABPyFKIOB7N2LZDSvZ/9oACAEBAAAAED//xAAdEAACAQQDAAAAAAAAAAAAAAABEUEAITFhcYGh/9oACAEBAAE/EB6GAjYlw85ohe+FqZ20z1P/2Q==',
  'base64',
)
