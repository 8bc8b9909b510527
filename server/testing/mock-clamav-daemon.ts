import { createServer, type AddressInfo, type Socket } from 'node:net'

export type MockClamavDaemon = Awaited<ReturnType<typeof openMockClamavDaemon>>

/** The test file that every scanner finds, in two parts so that no scanner finds it here. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
export const eicar_signature = 'Eicar-Test-Signature'

/** `slow`: takes everything and never answers. `cut`: goes away in the middle. `broken`: answers an error. */
type Mood = 'well' | 'slow' | 'cut' | 'broken'

type DaemonState = {
  mood: Mood
  bytesMax: number
  scanned: Buffer[]
  version: string
  /** What is taken for malware besides the test file: a signature that turns out to be wrong. */
  falseAlarm: string | null
}

/** Reads one command and, of INSTREAM, its chunks; answers as ClamAV's daemon does. */
function serve(socket: Socket, daemon: DaemonState) {
  let pending = Buffer.alloc(0)
  let file: Buffer[] | null = null
  const answer = (text: string) => void socket.end(`${text}\0`)
  const judge = (bytes: Buffer) => {
    daemon.scanned.push(bytes)
    if (daemon.mood === 'slow') return
    if (daemon.mood === 'broken') return answer('Time limit reached ERROR')
    const isFound = [eicar, daemon.falseAlarm].some((found) => found !== null && bytes.includes(found))
    answer(isFound ? `stream: ${eicar_signature} FOUND` : 'stream: OK')
  }
  socket.on('error', () => {})
  socket.on('data', (part: Buffer) => {
    pending = Buffer.concat([pending, part])
    if (!file) {
      const end = pending.indexOf(0)
      if (end < 0) return
      const command = pending.toString('utf8', 0, end)
      pending = pending.subarray(end + 1)
      if (command === 'zVERSION') return daemon.mood === 'slow' ? undefined : answer(daemon.version)
      if (command !== 'zINSTREAM') return answer('UNKNOWN COMMAND')
      file = []
    }
    while (pending.length >= 4) {
      const length = pending.readUInt32BE(0)
      if (length === 0) return judge(Buffer.concat(file))
      if (pending.length < 4 + length) return
      file.push(pending.subarray(4, 4 + length))
      pending = pending.subarray(4 + length)
      if (daemon.mood === 'cut') return void socket.destroy()
      if (file.reduce((sum, { length: bytes }) => sum + bytes, 0) > daemon.bytesMax)
        return answer('INSTREAM size limit exceeded. ERROR')
    }
  })
}

/** ClamAV's daemon as far as it is asked: finds EICAR, wherever in a file it stands, and does as it is told. */
export async function openMockClamavDaemon(atPort = 0) {
  const daemon: DaemonState = {
    mood: 'well',
    bytesMax: 200 * 1024 * 1024,
    scanned: [],
    version: 'ClamAV 1.4.3/27500/Sun Nov 29 08:12:00 2026',
    falseAlarm: null,
  }
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    serve(socket, daemon)
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of open) socket.destroy()
      server.close(() => resolve())
    })
  await listen(atPort)
  const { port } = server.address() as AddressInfo
  return {
    address: { host: '127.0.0.1', port },
    /** What was sent to be looked at. */
    scanned: daemon.scanned,
    /** How it meets files from now on. */
    will: (mood: Mood) => void (daemon.mood = mood),
    /** Larger files are refused. */
    takeAtMost: (bytes: number) => void (daemon.bytesMax = bytes),
    /** Takes this text for malware, until it is told otherwise. */
    takeForMalware: (text: string | null) => void (daemon.falseAlarm = text),
    answerVersion: (version: string) => void (daemon.version = version),
    /** Nobody answers until it is started again, at the same address. */
    stop: close,
    start: () => listen(port),
    close,
  }
}
