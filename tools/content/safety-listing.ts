/**
 * `node tools/content/safety-listing.ts`: writes `docs/safety-rules.md`, every treatment of the library with every rule
 * of the history: which apply to it, and why the others do not.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadContent, type Content } from './content-loader.ts'
import type { LibraryFactorBook, LibraryProcedures } from './library-types.ts'

type Rule = LibraryFactorBook['rules'][number]
type Treatment = LibraryProcedures['treatments'][number]

/** What a property says of a treatment that has it, and the guideline it belongs to. */
function meaningOf({ guidelines, properties }: LibraryProcedures, name: string) {
  const [guideline = '', ...value] = name.split('-')
  const said = guidelines[guideline]?.values[value.join('-')]
  return said === undefined
    ? { guideline: undefined, is: properties[name]?.is ?? '', not: properties[name]?.not ?? '' }
    : { guideline, is: said, not: '' }
}

/** Why a rule does not apply to a treatment: by the guidelines it names what their values there say, else what is not so. */
function exclusionsOf(
  procedures: LibraryProcedures,
  { kind, properties }: Treatment,
  named: string[],
): string[] {
  const because = procedures.kinds.find(({ name }) => name === kind)?.because ?? {}
  const reasons = named.flatMap((name): string[] => {
    const { guideline, not } = meaningOf(procedures, name)
    if (guideline === undefined) return [not]
    const reason = because[guideline]
    const values = properties.filter((own) => own.startsWith(`${guideline}-`))
    return reason ? [reason] : values.map((own) => meaningOf(procedures, own).is)
  })
  return reasons
}

const cell = (text: string) => text.replaceAll('|', '\\|')
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`

/** Why a rule applies to a treatment: what it names that is so, with the reason why a value of a guideline was chosen. */
function reasonsOf(procedures: LibraryProcedures, kind: string, own: readonly string[]): string[] {
  const because = procedures.kinds.find(({ name }) => name === kind)?.because ?? {}
  return own.flatMap((name): string[] => {
    const { guideline, is } = meaningOf(procedures, name)
    const reason = guideline === undefined ? undefined : because[guideline]
    return reason ? [is, reason] : [is]
  })
}

/** Rules for the same reason in one row. */
const rowsOf = (head: string, rules: readonly { id: string; why: string }[]): string => {
  const byReason = [...Map.groupBy(rules, ({ why }) => why)]
  const rows = byReason.map(([why, all]) => row([all.map(({ id }) => id).join(', '), why]))
  return [row([head, 'Because']), row(['---', '---']), ...rows].join('\n')
}

function kindSection(procedures: LibraryProcedures, rules: readonly Rule[], treatments: Treatment[]): string {
  const [treatment] = treatments as [Treatment]
  const { kind, properties } = treatment
  const judged = rules.map(({ id, when }) => {
    if (when.properties === 'all') return { id, applies: true, why: 'Every treatment.' }
    const own = when.properties.filter((name) => properties.includes(name))
    const reasons =
      own.length > 0 ? reasonsOf(procedures, kind, own) : exclusionsOf(procedures, treatment, when.properties)
    return { id, applies: own.length > 0, why: [...new Set(reasons)].join(' ') }
  })
  return [
    `### ${kind}`,
    treatments.map(({ id }) => `\`${id}\``).join(', '),
    rowsOf(
      'Applies',
      judged.filter(({ applies }) => applies),
    ),
    rowsOf(
      'Excluded',
      judged.filter(({ applies }) => !applies),
    ),
  ].join('\n\n')
}

function ruleTable({ rules, factors, sources }: LibraryFactorBook): string {
  const labelOf = (id: string) => factors.find((factor) => factor.id === id)?.label ?? id
  const lines = rules.map(({ id, severity, when, source, isChecked }) => {
    const facts = [when.factor ?? [], when.orFactors ?? []].flat().map(labelOf).join(' or ')
    const together = (when.withFactors ?? []).map(labelOf).map((label) => ` with ${label}`)
    const sum = when.rulesHeld ? `${when.rulesHeld.atLeast} of ${when.rulesHeld.among.join(', ')}` : ''
    const ages = [
      when.ageMin === undefined ? [] : `from ${when.ageMin} years`,
      when.ageMax === undefined ? [] : `to ${when.ageMax} years`,
    ].flat()
    const on = [facts + together.join(''), sum, ...ages].filter(Boolean).join('; ')
    return row([id, severity, on, sources[source]!.reference, isChecked ? 'yes' : 'no'])
  })
  return [
    '| Rule | Weight | Holds for | Source | Checked |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n')
}

/** The page as it stands in `docs/safety-rules.md`. */
export function safetyListing({ factors: book, procedures }: Content): string {
  if (!book || !procedures) throw new Error('content/ has faults')
  const byKind = Map.groupBy(procedures.treatments, ({ kind, properties }) =>
    JSON.stringify([kind, properties]),
  )
  const guidelines = Object.values(procedures.guidelines).map(({ title, source, values }) =>
    row([title, book.sources[source]!.reference, Object.values(values).join(' ')]),
  )
  return `${[
    '# Safety rules, treatment by treatment',
    'Written by `node tools/content/safety-listing.ts` from `content/procedures.yaml` and `content/patient-factors.yaml`; a test keeps it fresh. Treatments of which the same is true stand together: each rule is said to apply to them or to be excluded, with the reason. Rules are looked up by number in the first table.',
    '## Rules',
    ruleTable(book),
    '## Guidelines',
    ['| Guideline | Source | Values |', '| --- | --- | --- |', ...guidelines].join('\n'),
    '## Treatments',
    ...[...byKind.values()].map((treatments) => kindSection(procedures, book.rules, treatments)),
  ].join('\n\n')}\n`
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..')
  const { content } = loadContent(root)
  writeFileSync(join(root, 'docs/safety-rules.md'), safetyListing(content))
}
