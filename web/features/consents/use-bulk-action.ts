import { useRef, useState } from 'react'

/** A consent that something is done with, as what became of it names it. */
export type BulkRow = { id: string; patient: { name: string }; treatment: string }
/** One consent of several that something is done with, and what became of it. */
export type BulkItem<Row extends BulkRow> = { row: Row; state: 'waiting' | 'done' | 'failed'; words: string }
export type BulkAction<Row extends BulkRow> = {
  title: string
  lines: readonly BulkItem<Row>[]
  isRunning: boolean
}

/** What is done with each consent: the key is the same whenever the same is tried again. */
export type BulkOperation<Row extends BulkRow> = (row: Row, idempotencyKey: string) => Promise<void>
type StartedBulkAction<Row extends BulkRow> = {
  title: string
  done: string
  act: BulkOperation<Row>
  keys: Map<string, string>
}

/**
 * Does the same with several consents, one after the other, and keeps what became of each until it is put away. Those
 * that failed can be tried again under the keys of before: what was done and never answered is not done twice.
 */
export function useBulkAction<Row extends BulkRow>(onChanged: () => Promise<void>) {
  const [work, setWork] = useState<BulkAction<Row> | null>(null)
  const begun = useRef<StartedBulkAction<Row>>(null)
  const isRunning = useRef(false)

  const settle = (row: Row, state: BulkItem<Row>['state'], words: string) =>
    setWork(
      (now) =>
        now && {
          ...now,
          lines: now.lines.map((line) => (line.row.id === row.id ? { row, state, words } : line)),
        },
    )

  async function workOn(rows: readonly Row[], { act, done, keys }: StartedBulkAction<Row>) {
    if (isRunning.current) return
    isRunning.current = true
    for (const row of rows) {
      try {
        await act(row, keys.get(row.id)!)
        settle(row, 'done', done)
      } catch (error) {
        settle(row, 'failed', error instanceof Error ? error.message : String(error))
      }
    }
    isRunning.current = false
    setWork((now) => now && { ...now, isRunning: false })
    await onChanged()
  }

  async function begin(rows: readonly Row[], what: { title: string; done: string; act: BulkOperation<Row> }) {
    if (isRunning.current) return
    begun.current = { ...what, keys: new Map(rows.map(({ id }) => [id, crypto.randomUUID()])) }
    const lines = rows.map((row) => ({ row, state: 'waiting' as const, words: '' }))
    setWork({ title: what.title, lines, isRunning: true })
    await workOn(rows, begun.current)
  }
  async function tryAgain() {
    if (!work || !begun.current) return
    const failed = work.lines.filter(({ state }) => state === 'failed')
    const lines = work.lines.map((line) =>
      line.state === 'failed' ? { ...line, state: 'waiting' as const, words: '' } : line,
    )
    setWork({ ...work, lines, isRunning: true })
    await workOn(
      failed.map(({ row }) => row),
      begun.current,
    )
  }
  return { work, begin, tryAgain, putAway: () => setWork(null) }
}
