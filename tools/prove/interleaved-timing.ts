import { compareTimes } from './timing-comparison.ts'

/** Asks once, and answers how many milliseconds it took. */
type TimedRequests = Record<string, (turn: number) => Promise<number>>

/** Two kinds of requests in turn, so that the machine's moods fall on both alike; whether they cannot be told apart. */
export async function compareInterleaved(
  name: string,
  ofEach: number,
  kinds: TimedRequests,
): Promise<boolean> {
  const all = Object.entries(kinds)
  const times = Object.fromEntries(all.map(([kind]) => [kind, [] as number[]]))
  for (let turn = 0; turn < ofEach; turn++)
    for (const [kind, ask] of turn % 2 ? all : all.toReversed()) times[kind]!.push(await ask(turn))
  const compared = compareTimes(times)
  console.log(name, JSON.stringify(compared))
  return compared.isAlike
}
