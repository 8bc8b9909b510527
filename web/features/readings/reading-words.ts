import type { InferContractRouterOutputs } from '@orpc/contract'
import type { readings } from '../../../contract/readings.ts'

export type Reading = NonNullable<InferContractRouterOutputs<typeof readings>['ofConsent']>

/** '1 min 40 s'; under a minute in seconds alone. */
export function lengthText(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return minutes === 0 ? `${rest} s` : `${minutes} min ${rest} s`
}

/** 'Opened 9 of 9 parts, 6 min 20 s on the screen, listened to part 3'. */
export function readingSentence({ parts, opened, seconds }: Reading): string {
  const heard = parts.flatMap(({ listenedSeconds }, at) => (listenedSeconds > 0 ? [at + 1] : []))
  const listened =
    heard.length > 0 ? `, listened to part${heard.length > 1 ? 's' : ''} ${heard.join(', ')}` : ''
  return `Opened ${opened} of ${parts.length} parts, ${lengthText(seconds)} on the screen${listened}`
}
