/**
 * Loaded before the product (`node --import`): its clock is the machine's and as many milliseconds as the file
 * CLOCK_FILE says, looked at again every few milliseconds, so that it can be set while the product runs. What measures
 * spans of time goes on as it does on a machine whose clock is set.
 */
import { readFileSync } from 'node:fs'

const file = process.env['CLOCK_FILE']
const look_ms = 20
const Machine = Date
let shift_ms = 0
let lookedAt = -Infinity

function shift(): number {
  const now = performance.now()
  if (file && now - lookedAt > look_ms) {
    lookedAt = now
    shift_ms = Number(readFileSync(file, 'utf8')) || 0
  }
  return shift_ms
}

globalThis.Date = new Proxy(Machine, {
  construct: (target, given: unknown[], newTarget) =>
    Reflect.construct(target, given.length === 0 ? [Machine.now() + shift()] : given, newTarget) as object,
  apply: () => new Machine(Machine.now() + shift()).toString(),
  get: (target, name, receiver) =>
    name === 'now' ? () => Machine.now() + shift() : (Reflect.get(target, name, receiver) as unknown),
})
