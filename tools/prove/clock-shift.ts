/**
 * Loaded before the product (`node --import`): its clock is the machine's and as many milliseconds as the file
 * CLOCK_FILE says, looked at again every few milliseconds, so that it can be set while the product runs. What measures
 * spans of time goes on as it does on a machine whose clock is set.
 */
import { readFileSync } from 'node:fs'

const file = process.env['CLOCK_FILE']
const poll_ms = 20
const RealDate = Date
let shift_ms = 0
let lookedAt = -Infinity

function shift(): number {
  const now = performance.now()
  if (file && now - lookedAt > poll_ms) {
    lookedAt = now
    shift_ms = Number(readFileSync(file, 'utf8')) || 0
  }
  return shift_ms
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: unknown[], newTarget) =>
    Reflect.construct(target, given.length === 0 ? [RealDate.now() + shift()] : given, newTarget) as object,
  apply: () => new RealDate(RealDate.now() + shift()).toString(),
  get: (target, name, receiver) =>
    name === 'now' ? () => RealDate.now() + shift() : (Reflect.get(target, name, receiver) as unknown),
})
