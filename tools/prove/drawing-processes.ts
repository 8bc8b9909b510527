import { readdirSync, readFileSync } from 'node:fs'

/** The processes of a server that draw documents. */
export const drawingProcesses = (server: number): number[] =>
  readdirSync('/proc')
    .filter((id) => /^\d+$/.test(id))
    .map(Number)
    .filter((id) => isDrawing(id, server))

function isDrawing(id: number, server: number): boolean {
  try {
    const parent = Number(readFileSync(`/proc/${id}/stat`, 'latin1').split(') ').at(-1)!.split(' ')[1])
    return parent === server && readFileSync(`/proc/${id}/cmdline`, 'latin1').includes('typesetter-child')
  } catch {
    // It has ended meanwhile.
    return false
  }
}
