import {
  consentStatuses,
  consentTransitions,
  type ConsentStatus,
  type TransitionActor,
} from '../../../contract/consent-states.ts'
import { Section, SectionLead, SectionTitle } from './marketing-section.tsx'

type StatesProps = {
  words: {
    heading: string
    lead: string
    columns: { state: string; means: string; next: string }
    rows: Record<ConsentStatus, { name: string; means: string }>
    end: string
    movers: Record<TransitionActor, string>
  }
}

const actors: readonly TransitionActor[] = ['patient', 'staff', 'system']

/** Who may move a consent on from there, read off the table that the server goes by. */
const actorsFrom = (status: ConsentStatus): TransitionActor[] => {
  const transitionsFrom = Object.values(consentTransitions).filter(({ from }) =>
    (from as readonly ConsentStatus[]).includes(status),
  )
  return actors.filter((mover) =>
    transitionsFrom.some(({ who }) => (who as readonly TransitionActor[]).includes(mover)),
  )
}

type AllowedActorsProps = { label: string; words: string[]; none: string }

const AllowedActors = ({ label, words, none }: AllowedActorsProps) =>
  words.length > 0 ? (
    <>
      <span className="text-muted md:hidden">{label}: </span>
      {words.join(', ')}
    </>
  ) : (
    none
  )

/** The states of a consent, told for people. */
export function ConsentStates({ words }: StatesProps) {
  const { columns, rows, end, movers: names } = words
  return (
    <Section tone="surface" labelledBy="states">
      <SectionTitle id="states">{words.heading}</SectionTitle>
      <SectionLead>{words.lead}</SectionLead>
      <table role="table" className="mt-10 block w-full text-[1.0625rem] md:table">
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row" className="border-b-2 border-ink">
            {[columns.state, columns.means, columns.next].map((name) => (
              <th key={name} role="columnheader" scope="col" className="py-2 pe-6 text-start font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:block">
          {consentStatuses.map((status) => (
            <tr
              key={status}
              role="row"
              className="border-b border-line align-baseline max-md:block max-md:py-4"
            >
              <th
                role="rowheader"
                scope="row"
                className="block text-start font-semibold whitespace-nowrap md:table-cell md:py-3.5 md:pe-8"
              >
                {rows[status].name}
              </th>
              <td role="cell" className="block leading-relaxed text-muted md:table-cell md:py-3.5 md:pe-8">
                {rows[status].means}
              </td>
              <td role="cell" className="block md:table-cell md:py-3.5 md:whitespace-nowrap">
                <AllowedActors
                  label={columns.next}
                  words={actorsFrom(status).map((mover) => names[mover])}
                  none={end}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
