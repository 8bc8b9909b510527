import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** The question of a DNS message: its name, and where it ends. */
function questionOf(message: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  while (message[at] !== 0) {
    const length = message[at]!
    labels.push(message.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

/** A name server on this machine that answers with the TXT records of a test. */
export async function openNameServer() {
  const records = new Map<string, string>()
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const { name, end } = questionOf(message)
    const text = records.get(name)
    const header = Buffer.from(message.subarray(0, 12))
    header.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2)
    header.writeUInt16BE(text === undefined ? 0 : 1, 6)
    header.writeUInt32BE(0, 8)
    const parts = [header, message.subarray(12, end)]
    if (text !== undefined) {
      // A pointer to the name that was asked, TXT, IN, for no time.
      const answer = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 0, 0, text.length + 1, text.length])
      parts.push(answer, Buffer.from(text, 'ascii'))
    }
    socket.send(Buffer.concat(parts), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    close: () => new Promise<void>((closed) => socket.close(() => closed())),
  }
}
