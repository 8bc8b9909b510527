import type { InferContractRouterOutputs } from '@orpc/contract'
import type { readings } from '../../../contract/readings.ts'
import { timeText, dayText, momentText } from '../../ui/plain/date-text.ts'

export type Reading = NonNullable<InferContractRouterOutputs<typeof readings>['ofConsent']>

/** '1 min 40 s'; under a minute in seconds alone. */
export function lengthText(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return minutes === 0 ? `${rest} s` : `${minutes} min ${rest} s`
}

/** '1 to 4, 2', the parts of a visit in the order in which they were opened; what follows on is told as one. */
export function orderText(order: readonly number[]): string {
  const runs: [first: number, last: number][] = []
  for (const part of order) {
    const run = runs.at(-1)
    if (run && part === run[1] + 1) run[1] = part
    else runs.push([part, part])
  }
  const told = runs.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`))
  return `${order.length === 1 ? 'part' : 'parts'} ${told.join(', ')}`
}

/** 'Sun 22 Nov 2026, 07:23', with the time of its end where that is later, and the day too where it is another. */
export function visitText(firstAt: string, lastAt: string): string {
  const [from, to] = [momentText(firstAt), momentText(lastAt)]
  if (from === to) return from
  return `${from} to ${dayText(firstAt) === dayText(lastAt) ? timeText(lastAt) : to}`
}

/** 'Opened 9 of 9 parts, 6 min 20 s on screen, listened to part 3'. */
export function readingSentence({ parts, opened, seconds }: Reading): string {
  const heard = parts.flatMap(({ listenedSeconds }, at) => (listenedSeconds > 0 ? [at + 1] : []))
  const listened =
    heard.length > 0 ? `, listened to part${heard.length > 1 ? 's' : ''} ${heard.join(', ')}` : ''
  return `Opened ${opened} of ${parts.length} parts, ${lengthText(seconds)} on screen${listened}`
}
