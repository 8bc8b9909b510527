/**
 * Draws and seals documents one after the other, as a practice does over years: what the product's process and the one
 * that draws hold at most, tenth by tenth. The last tenth may hold a tenth more than the second; the process that draws
 * is replaced meanwhile, and never holds more than it may.
 *
 *   node tools/prove/document-memory.ts [documents, 5000]
 */
import { readdirSync, readFileSync } from 'node:fs'
import { openSealing } from '../bench/bench-documents.ts'

const documents = Number(process.argv[2] ?? 5000)
const growth_max = 1.1
/** What the process that draws may hold before it is replaced, and one more document on top. */
const drawing_mb_max = 450

/** What a process holds, in megabytes; nought where it has ended. */
function memoryOf(id: string | number): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}

/** The processes that draw for this one. */
const drawingProcesses = (): string[] =>
  readdirSync('/proc').filter((id) => {
    try {
      const isOurs = readFileSync(`/proc/${id}/stat`, 'latin1').split(') ').at(-1)!.split(' ')[1]
      return (
        isOurs === String(process.pid) && readFileSync(`/proc/${id}/cmdline`, 'latin1').includes('typesetter')
      )
    } catch {
      return false
    }
  })

type MemoryUse = { own: number; drawing: number }
const { sealed, stop } = await openSealing()
const tenth = Math.max(1, Math.floor(documents / 10))
const tenths: MemoryUse[] = []
const drawers = new Set<string>()
for (let turn = 0, most: MemoryUse = { own: 0, drawing: 0 }; turn < documents; turn++) {
  await sealed(turn)
  const drawing = drawingProcesses()
  for (const id of drawing) drawers.add(id)
  most = {
    own: Math.max(most.own, memoryOf(process.pid)),
    drawing: Math.max(most.drawing, ...drawing.map(memoryOf)),
  }
  if ((turn + 1) % tenth !== 0) continue
  tenths.push({ own: Math.round(most.own), drawing: Math.round(most.drawing) })
  console.log(`${turn + 1} documents: ${JSON.stringify(tenths.at(-1))}`)
  most = { own: 0, drawing: 0 }
}
await stop()
const own = tenths.map((each) => each.own)
const drawing = Math.max(...tenths.map((each) => each.drawing))
console.log(`megabytes held at most, tenth by tenth of ${documents} documents: ${own.join(', ')}`)
console.log(`at most ${drawing} megabytes in the processes that drew, of which there were ${drawers.size}`)
const failures = [
  ...(own.length > 2 && own.at(-1)! > own[1]! * growth_max
    ? [`memory grew from ${own[1]} to ${own.at(-1)} megabytes`]
    : []),
  ...(drawing > drawing_mb_max ? [`a process that draws held ${drawing} megabytes`] : []),
]
for (const failure of failures) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)
