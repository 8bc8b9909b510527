/**
 * Loaded before the product (`node --import`): when it is sent SIGUSR2 it clears away what nobody uses any more and
 * writes what it holds then into the file MEMORY_TOLD.
 */
import { renameSync, writeFileSync } from 'node:fs'
import v8 from 'node:v8'
import vm from 'node:vm'

export type MemoryReport = { heldBytes: number; residentBytes: number }

v8.setFlagsFromString('--expose-gc')
const collectGarbage = vm.runInNewContext('gc') as () => void

process.on('SIGUSR2', () => {
  collectGarbage()
  const { heapUsed, external, rss } = process.memoryUsage()
  const told: MemoryReport = { heldBytes: heapUsed + external, residentBytes: rss }
  const file = process.env.MEMORY_TOLD!
  // Whole or not at all: whoever waits for it reads it at once.
  writeFileSync(`${file}.part`, JSON.stringify(told))
  renameSync(`${file}.part`, file)
})
