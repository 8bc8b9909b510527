import { useEffect, useState } from 'react'
import type { LibraryState } from '../../../contract/setup-library.ts'
import { VersionDifferences } from '../templates/index.ts'
import { api, type Api } from '../../api.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { Badge, type Tone } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { TickBox } from '../../ui/plain/tick-box.tsx'
import { useTask } from '../../ui/use-task.ts'
import { SetupFrame } from './setup-frame.tsx'
import { SetupGate, type SetupKey } from './setup-gate.tsx'

const title = 'Update the templates'

/** What the library that this version ships would change, and bringing it in. */
export const LibraryScreen = () => (
  <SetupGate title={title}>{(key) => <LibraryUpdates setupKey={key} />}</SetupGate>
)

type Library = Awaited<ReturnType<Api['setupLibrary']['read']>>
type Entry = Library['entries'][number]
type Comparison = Awaited<ReturnType<Api['setupLibrary']['compare']>>

const pluralize = (count: number, one: string, many: string) =>
  `${numberText(count)} ${count === 1 ? one : many}`

function LibraryUpdates({ setupKey: { context, byToken } }: { setupKey: SetupKey }) {
  const [library, setLibrary] = useState<Library | null>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isSpent, setSpent] = useState(false)
  const { busy, problem, run } = useTask()

  async function load() {
    const read = await api.setupLibrary.read({}, { context })
    setLibrary(read)
    setChosen(new Set(read.entries.filter(({ isPending }) => isPending).map(({ libraryId }) => libraryId)))
  }
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: what let them in stays what it is
  useEffect(() => void load().catch(() => setLibrary(null)), [])

  const apply = () =>
    run(async () => {
      const last = await api.setupLibrary.apply({ libraryIds: [...chosen] }, { context })
      setChosen(new Set())
      // The token opened the list once and is used up: what is known is shown as it has become.
      if (!byToken) return load()
      setSpent(true)
      setLibrary(
        (known) => known && { last, entries: known.entries.map((entry) => withUpdateApplied(entry, chosen)) },
      )
    })
  function choose(libraryId: string, isChosen: boolean) {
    const next = new Set(chosen)
    if (isChosen) next.add(libraryId)
    else next.delete(libraryId)
    setChosen(next)
  }

  if (library === undefined) return <Spinner size="large" />
  if (library === null)
    return (
      <SetupFrame title={title} lead="Compares the library in this version with the templates in use.">
        <FailedState onRetry={() => void load().catch(() => {})} />
      </SetupFrame>
    )
  const { entries, last } = library
  const pending = entries.filter(({ isPending }) => isPending)
  const edited = entries.filter((entry) => entry.state === 'edited' && !entry.isPending)
  return (
    <SetupFrame title={title} lead={introText(entries)}>
      {last && <LastUpdate last={last} isSpent={isSpent} />}
      {pending.length === 0 ? (
        <InlineMessage tone="ok" title="No updates to import">
          The templates are up to date. Updates are imported at start unless LIBRARY_UPDATES is set to
          by-hand.
        </InlineMessage>
      ) : (
        <Panel
          title="Updates to import"
          lead="Templates you leave out are unchanged. Existing consents keep their wording."
          flush
        >
          <EntryList entries={pending} context={context} chosen={chosen} onChoose={choose} />
          <div className="border-t border-line px-5 py-4">
            <ProblemMessage problem={problem} className="mb-4" />
            {byToken && <p className="mb-3 text-muted">This uses the set-up token.</p>}
            <Button
              busy={busy}
              aria-disabled={chosen.size === 0}
              onClick={() => chosen.size > 0 && void apply()}
            >
              {chosen.size === 0
                ? 'Select the templates to import'
                : `Import ${pluralize(chosen.size, 'template', 'templates')}`}
            </Button>
          </div>
        </Panel>
      )}
      {edited.length > 0 && (
        <Panel
          title="Edited here"
          lead="Edited templates are not overwritten. New library wording is offered in the editor."
          flush
        >
          <EntryList entries={edited} context={context} />
        </Panel>
      )}
    </SetupFrame>
  )
}

const withUpdateApplied = (entry: Entry, chosen: ReadonlySet<string>): Entry =>
  chosen.has(entry.libraryId)
    ? { ...entry, isPending: false, state: entry.state === 'edited' ? 'edited' : 'unchanged' }
    : entry

function introText(entries: readonly Entry[]): string {
  const count = (state: LibraryState) => entries.filter((entry) => entry.state === state).length
  return `This version ships ${pluralize(entries.length, 'template', 'templates')}: ${count('new')} new, ${count('changed')} changed, ${count('edited')} edited here, ${count('unchanged')} unchanged.`
}

function LastUpdate({
  last,
  isSpent: isTokenUsed,
}: {
  last: NonNullable<Library['last']>
  isSpent: boolean
}) {
  const { at, by, added, changed, offered } = last
  return (
    <InlineMessage tone="info" role="status" title={`Last imported on ${dayText(at)} by ${by}`}>
      {`${added} added, ${changed} changed, ${offered} offered for wording edited here.`}
      {isTokenUsed && ' The set-up token has been used.'}
    </InlineMessage>
  )
}

const stateBadges: Record<LibraryState, { tone: Tone; label: string }> = {
  new: { tone: 'brand', label: 'New' },
  changed: { tone: 'warn', label: 'Changed' },
  edited: { tone: 'neutral', label: 'Edited here' },
  unchanged: { tone: 'ok', label: 'Unchanged' },
}

type EntryListProps = Pick<SetupKey, 'context'> & {
  entries: readonly Entry[]
  chosen?: ReadonlySet<string> | undefined
  onChoose?: ((libraryId: string, isChosen: boolean) => void) | undefined
}

const EntryList = ({ entries, context, chosen, onChoose }: EntryListProps) => (
  <ul className="divide-y divide-line border-t border-line">
    {entries.map((entry) => (
      <EntryRow
        key={entry.libraryId}
        entry={entry}
        context={context}
        isChosen={chosen?.has(entry.libraryId)}
        onChoose={onChoose}
      />
    ))}
  </ul>
)

type EntryRowProps = Pick<EntryListProps, 'context' | 'onChoose'> & {
  entry: Entry
  isChosen: boolean | undefined
}

function EntryRow({ entry, context, isChosen, onChoose }: EntryRowProps) {
  const [shown, setShown] = useState<Comparison>()
  const { busy, problem, run } = useTask()
  const { libraryId, name, treatmentType, state, present, shipped } = entry
  const toggle = () =>
    run(async () => setShown(shown ? undefined : await api.setupLibrary.compare({ libraryId }, { context })))
  return (
    <li className="px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label className="flex min-w-0 flex-1 basis-64 gap-3">
          {onChoose && (
            <TickBox
              type="checkbox"
              checked={isChosen ?? false}
              onChange={(event) => onChoose(libraryId, event.target.checked)}
            />
          )}
          <span className="min-w-0">
            <span className="block font-semibold wrap-anywhere">{name}</span>
            <span className="block text-small text-muted">
              {treatmentType},{' '}
              {present === null ? `version ${shipped}` : `version ${present} here, ${shipped} shipped`}
            </span>
          </span>
        </label>
        <Badge tone={stateBadges[state].tone}>{stateBadges[state].label}</Badge>
        <Button variant="quiet" size="small" busy={busy} aria-expanded={shown !== undefined} onClick={toggle}>
          {shown ? 'Hide' : 'Compare'}
          <span className="sr-only"> {name}</span>
        </Button>
      </div>
      <ProblemMessage problem={problem} className="mt-3" />
      {shown &&
        (shown.present ? (
          <VersionDifferences older={shown.present} newer={shown.shipped} />
        ) : (
          <p className="mt-4 text-muted">
            New template with {shown.shipped.sections.length} sections and {shown.shipped.risks.length} risks.
          </p>
        ))}
    </li>
  )
}
