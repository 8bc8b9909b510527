import type pg from 'pg'
import { eventHash, type ChainEvent } from '../../server/modules/consents/consent-chain.ts'
import { hashToken, newToken } from '../../server/platform/keys/secret-token.ts'
import type { FirstConsent } from './recorded-workloads.ts'

export type OpenedConsent = Pick<FirstConsent, 'consentId' | 'linkId' | 'token' | 'cookie'> & {
  chainHead: string
}

const ids_at_once = 500

/** One row of a table, once for each of those that are made, with what is new about them. */
const copyRowSql = (table: string) => `
  insert into ${table} select made.* from ${table} first, jsonb_array_elements($2::jsonb) new,
    jsonb_populate_record(first, new) made
  where first.clinic_id = $1 and first.id = $3`

/** Consents like one that was sent through the product and seen: text, items, chain, link and proof of each their own. */
export async function addOpenedConsents(
  owner: pg.Client,
  { clinicId, first }: { clinicId: string; first: FirstConsent },
  count: number,
): Promise<OpenedConsent[]> {
  type Row = Omit<ChainEvent, 'at'> & { at: string }
  const { rows: events } = await owner.query<Row>(
    `select clinic_id as "clinicId", consent_id as "consentId", number, event, to_char(at at time zone 'utc',
       'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, actor, ip, user_agent as "userAgent", details
     from consent_events where clinic_id = $1 and consent_id = $2 order by number`,
    [clinicId, first.consentId],
  )
  const made: OpenedConsent[] = []
  await owner.query('set session_replication_role = replica')
  while (made.length < count) {
    const { rows } = await owner.query<{ consentId: string; linkId: string }>(
      'select uuidv7() as "consentId", uuidv7() as "linkId" from generate_series(1, $1::int)',
      [Math.min(ids_at_once, count - made.length)],
    )
    const some = rows.map((ids) => ({ ...ids, token: newToken(), session: newToken() }))
    const add = (table: string, id: string, valuesOf: (one: (typeof some)[number]) => object) =>
      owner.query(copyRowSql(table), [clinicId, JSON.stringify(some.map(valuesOf)), id])
    const until = new Date(Date.now() + 86_400_000 * 20).toISOString()
    await add('consents', first.consentId, ({ consentId }) => ({ id: consentId }))
    await owner.query(
      `insert into consent_items select made.* from consent_items first, unnest($3::uuid[]) consent,
         jsonb_populate_record(first, jsonb_build_object('id', uuidv7(), 'consent_id', consent)) made
       where first.clinic_id = $1 and first.consent_id = $2`,
      [clinicId, first.consentId, some.map(({ consentId }) => consentId)],
    )
    await add('links', first.linkId, ({ consentId, linkId, token }) => ({
      ...{ id: linkId, consent_id: consentId, token_hash: hashToken(token), expires_at: until },
    }))
    await owner.query(
      `insert into patient_sessions (clinic_id, link_id, consent_id, token_hash, expires_at)
       select $1, link_id, consent_id, token_hash, $2 from jsonb_to_recordset($3::jsonb)
         as new(link_id uuid, consent_id uuid, token_hash text)`,
      [
        clinicId,
        until,
        JSON.stringify(
          some.map(({ consentId, linkId, session }) => ({
            ...{ link_id: linkId, consent_id: consentId, token_hash: hashToken(session) },
          })),
        ),
      ],
    )
    const heads = new Map<string, string>()
    const chained = some.flatMap(({ consentId }) => {
      let previousHash = ''
      return events.map((event) => {
        const added = { ...event, consentId, previousHash }
        const hash = eventHash({ ...added, at: new Date(event.at) })
        previousHash = hash
        heads.set(consentId, hash)
        const { clinicId: clinic_id, userAgent: user_agent, consentId: consent_id, ...rest } = added
        return { ...rest, clinic_id, consent_id, user_agent, previous_hash: added.previousHash, hash }
      })
    })
    await owner.query(
      `insert into consent_events select made.* from jsonb_populate_recordset(null::consent_events, $1::jsonb) made`,
      [JSON.stringify(chained)],
    )
    for (const { session, ...one } of some)
      made.push({
        ...one,
        cookie: `candour.consent.${one.consentId}=${session}`,
        chainHead: heads.get(one.consentId)!,
      })
  }
  await owner.query('set session_replication_role = origin')
  for (const table of ['consents', 'consent_items', 'consent_events', 'links', 'patient_sessions'])
    await owner.query(`vacuum analyze ${table}`)
  return made
}
