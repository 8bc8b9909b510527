import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { setupLibrary } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const admin = () => testApp.as(testApp.superAdmin)
const libraryEntry = async (libraryId: string) =>
  (await admin().callOk(setupLibrary.read, {})).entries.find((entry) => entry.libraryId === libraryId)!

/** Makes the version in use another one than is shipped, as a release before would have left it. */
const makeOutdated = (libraryId: string, author = 'library') =>
  testApp.owner.query(
    `update template_versions v set hash = repeat('0', 64), label = '0.9', created_by = $2,
       wording = jsonb_set(wording, '{sections,0,content}', '"<p>Older words.</p>"')
     from templates t where t.library_id = $1 and v.id = t.current_version_id`,
    [libraryId, author],
  )
const currentVersionOf = async (libraryId: string) => {
  const { rows } = await testApp.owner.query<{ label: string; hash: string; versions: number }>(
    `select v.label, v.hash, (select count(*)::int from template_versions w where w.template_id = t.id) as versions
     from templates t join template_versions v on v.id = t.current_version_id where t.library_id = $1`,
    [libraryId],
  )
  return rows[0]!
}

it('shows that everything is here where it is, and changes nothing', async () => {
  const { entries } = await admin().callOk(setupLibrary.read, {})
  expect(new Set(entries.map(({ state }) => state))).toEqual(new Set(['unchanged']))
  const asked = await admin().call(setupLibrary.apply, { libraryIds: [entries[0]!.libraryId] })
  expect(asked.reason).toBe('nothing-to-change')
})

describe('a release that changes wording', () => {
  const [changed, edited, left] = [
    'composite-filling',
    'amalgam-filling',
    'alveoloplasty-jaw-ridge-smoothing',
  ]
  beforeEach(async () => {
    await makeOutdated(changed)
    await makeOutdated(edited, testApp.superAdmin.userId)
    await makeOutdated(left)
  })

  it('is compared part by part before anything is done', async () => {
    const { entry, present, shipped } = await admin().callOk(setupLibrary.compare, { libraryId: changed })
    expect(entry).toMatchObject({ state: 'changed', isPending: true, present: '0.9' })
    expect(present!.sections[0]!.content).toBe('<p>Older words.</p>')
    expect(shipped.sections[0]!.content).not.toBe(present!.sections[0]!.content)
    const unknown = await admin().call(setupLibrary.compare, { libraryId: 'no-such-template' })
    expect(unknown.reason).toBe('template-not-found')
  })

  it('is brought in as far as it is chosen: at once, or as an offer where somebody has edited', async () => {
    const before = { changed: await currentVersionOf(changed), edited: await currentVersionOf(edited) }
    const done = await admin().callOk(setupLibrary.apply, { libraryIds: [changed, edited] })
    expect(done).toMatchObject({ added: 0, changed: 1, offered: 1, by: 'Rowan Pemberton' })
    expect(await libraryEntry(changed)).toMatchObject({ state: 'unchanged', isPending: false })
    expect(await libraryEntry(edited)).toMatchObject({ state: 'edited', isPending: false, present: '0.9' })
    expect(await libraryEntry(left)).toMatchObject({ state: 'changed', isPending: true })
    expect((await currentVersionOf(changed)).versions).toBe(before.changed.versions + 1)
    expect(await currentVersionOf(edited)).toEqual({ ...before.edited, versions: before.edited.versions + 1 })
    const { last } = await admin().callOk(setupLibrary.read, {})
    expect(last).toEqual(done)
    const { rows } = await testApp.owner.query(
      `select details from audit_rows where action = 'setup.library_applied' order by sequence desc limit 1`,
    )
    expect(rows[0].details).toMatchObject({ changed: 1, offered: 1, templates: [edited, changed].toSorted() })
  })

  it('is brought in once, however often it is asked for', async () => {
    await admin().callOk(setupLibrary.apply, { libraryIds: [changed] })
    const after = await currentVersionOf(changed)
    expect((await admin().call(setupLibrary.apply, { libraryIds: [changed] })).reason).toBe(
      'nothing-to-change',
    )
    expect(await currentVersionOf(changed)).toEqual(after)
  })

  it('uses the token up, and is open to nobody of a practice', async () => {
    await testApp.owner.query('delete from auth.setup_token')
    const sending = { headers: { 'x-setup-token': (await testApp.app.makeSetupToken())! } }
    const asked = () => testApp.anonymous().call(setupLibrary.apply, { libraryIds: [left] }, sending)
    expect((await asked()).status).toBe(200)
    expect((await asked()).status).toBe(401)
    expect((await testApp.clinicA.as('owner').call(setupLibrary.read, {})).status).toBe(401)
  })
})

it('a template that was never here is added, and practices may use it', async () => {
  const libraryId = 'air-polishing-stain-removal'
  const gone = `select id from templates where library_id = '${libraryId}'`
  await testApp.owner.query(`delete from template_adoptions where template_id in (${gone})`)
  await testApp.owner.query(`delete from template_translations where template_id in (${gone})`)
  await testApp.owner.query(`delete from template_versions where template_id in (${gone})`)
  await testApp.owner.query(`delete from templates where library_id = $1`, [libraryId])
  expect(await libraryEntry(libraryId)).toMatchObject({ state: 'new', present: null })
  expect(await admin().callOk(setupLibrary.apply, { libraryIds: [libraryId] })).toMatchObject({ added: 1 })
  const found = await testApp.clinicA.as('owner').callOk(contract.templates.list, { search: 'Air Polishing' })
  expect(found.rows.length).toBeGreaterThan(0)
})
