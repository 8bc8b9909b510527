import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { addGroupMember } from '../../testing/test-group.ts'
import { newPicture } from '../../testing/test-picture.ts'

const { clinicSettings, groupBranding, practiceGroups } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const [groups, own] = ['#0b5563', '#7a1f5c']
const agreement = 'branding' as const
const pngOf = () => newPicture().toString('base64')

let practices = 0
/** A group of two practices; the brand of either, and of a patient's page. */
async function openGroup() {
  const clinic = await testApp.addClinic(`Branded ${++practices}`)
  const { caller, groupId } = await clinic.addOwnGroup()
  const other = await testApp.addClinic(`Other branded ${practices}`)
  await addGroupMember(testApp.owner, groupId, other.id)
  const get = () => caller.callOk(groupBranding.get, {})
  const setColour = async (colour: string | null) =>
    caller.callOk(groupBranding.changeColour, { colour, version: (await get()).version })
  const setLogo = async () =>
    (await caller.callOk(groupBranding.setLogo, { image: pngOf(), version: (await get()).version })).logo!
  const { consentId, link } = await sentOf(clinic)
  return { clinic, other, caller, groupId, get, setColour, setLogo, consentId, link }
}

async function sentOf(clinic: TestClinic) {
  const link = await clinic.addSent()
  return { consentId: link.consentId, link }
}

/** How the page of a patient of the practice looks, to whoever has given the date of birth. */
async function brandOnPage(clinic: TestClinic, link: Awaited<ReturnType<TestClinic['addSent']>>) {
  const { patient } = await clinic.open(link)
  const { brand } = await patient.callOk(contract.signing.read, { consentId: link.consentId })
  return { colour: brand.colour, logo: brand.logo }
}

async function sealedPdfOf(clinic: TestClinic): Promise<Buffer> {
  const { consentId, documentId } = await clinic.addSealed()
  const { status, raw } = await clinic
    .as('dentist')
    .get(`/api/clinic/consents/${consentId}/documents/${documentId}`)
  expect(status).toBe(200)
  return raw
}

/** How wide and high each picture in a PDF is: a logo of these tests has one pixel. */
const imageSizesOf = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/\/Subtype \/Image[^>]*\/Width (\d+)\s+\/Height (\d+)/g)].map(
    ([, width, height]) => `${width} by ${height}`,
  )

const brandingOf = (clinic: TestClinic) => clinic.as('manager').callOk(clinicSettings.branding, {})

async function setOwnColour(clinic: TestClinic, colour: string | null) {
  const { version } = await brandingOf(clinic)
  await clinic.as('manager').callOk(clinicSettings.changeColour, { colour, version })
}

describe('the branding of a group', () => {
  it('is shown by its practices where they have none of their own', async () => {
    const { clinic, get, setColour, setLogo, link } = await openGroup()
    expect(await get()).toMatchObject({ colour: null, logo: null, version: 0, use: { agreed: 2 } })
    expect(await brandOnPage(clinic, link)).toEqual({ colour: null, logo: null })
    await setColour(groups)
    const logo = await setLogo()
    expect(await brandOnPage(clinic, link)).toEqual({ colour: groups, logo })
    expect(await brandingOf(clinic)).toMatchObject({
      ...{ colour: null, logo: null },
      group: { name: (await get()).group, colour: groups, logo },
    })
    const image = await testApp.app.http.inject({ url: `/api/logos/${logo}` })
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/png'])
  })

  it('gives way to the practice’s own, each part by itself, and is back when that is removed', async () => {
    const { clinic, setColour, setLogo, link } = await openGroup()
    await setColour(groups)
    const logo = await setLogo()
    await setOwnColour(clinic, own)
    expect(await brandOnPage(clinic, link)).toEqual({ colour: own, logo })
    await setOwnColour(clinic, null)
    expect(await brandOnPage(clinic, link)).toEqual({ colour: groups, logo })
  })

  it('is on the documents of its practices', async () => {
    const { clinic, setColour, setLogo } = await openGroup()
    await setColour(groups)
    expect(imageSizesOf(await sealedPdfOf(clinic))).toEqual([])
    await setLogo()
    expect(imageSizesOf(await sealedPdfOf(clinic))).toContain('1 by 1')
  })

  it('has no logo on the documents of its practices while malware is known to be in it', async () => {
    const { clinic, setLogo } = await openGroup()
    const name = `logos/${await setLogo()}`
    await testApp.owner.query(
      `insert into quarantined_files (name, owner_clinic_id, signature, found_at) values ($1, null, 'Test', now())`,
      [name],
    )
    expect(imageSizesOf(await sealedPdfOf(clinic))).toEqual([])
    await testApp.owner.query('delete from quarantined_files where name = $1', [name])
    expect(imageSizesOf(await sealedPdfOf(clinic))).toContain('1 by 1')
  })

  it('is not that of a practice outside, or of one that left or did not agree', async () => {
    const { clinic, other, get, setColour, link } = await openGroup()
    await setColour(groups)
    const stranger = testApp.clinicB
    expect(await brandOnPage(stranger, (await sentOf(stranger)).link)).toMatchObject({ colour: null })
    const owner = clinic.as('owner')
    await owner.callOk(practiceGroups.stopAgreement, { agreement })
    expect(await brandOnPage(clinic, link)).toEqual({ colour: null, logo: null })
    expect((await brandingOf(clinic)).group).toBeNull()
    expect(await get()).toMatchObject({ use: { practices: 2, agreed: 1, others: [clinic.name] } })
    await owner.callOk(practiceGroups.agree, { agreement })
    expect(await brandOnPage(clinic, link)).toMatchObject({ colour: groups })
    const ofOther = (await sentOf(other)).link
    expect(await brandOnPage(other, ofOther)).toMatchObject({ colour: groups })
    await other.as('owner').callOk(practiceGroups.leave, {})
    expect(await brandOnPage(other, ofOther)).toEqual({ colour: null, logo: null })
  })

  it('is removed by parts, and its logo is still opened by mails that bear it', async () => {
    const { clinic, caller, setColour, setLogo, link, groupId } = await openGroup()
    await setColour(groups)
    const logo = await setLogo()
    await caller.callOk(groupBranding.removeLogo, {})
    await setColour(null)
    expect(await brandOnPage(clinic, link)).toEqual({ colour: null, logo: null })
    expect((await testApp.app.http.inject({ url: `/api/logos/${logo}` })).statusCode).toBe(200)
    const { rows } = await testApp.owner.query<{ action: string; details: unknown }>(
      `select action, details from audit_rows where subject = $1 order by sequence`,
      [groupId],
    )
    expect(rows).toEqual(
      ['colour', 'logo', 'logo', 'colour'].map((field) => ({
        ...{ action: 'group.branding_changed', details: { fields: [field] } },
      })),
    )
  })

  it('takes no colour that is hard to read, no file that is no PNG, and no save of an older state', async () => {
    const { caller, setColour } = await openGroup()
    await setColour(groups)
    const asked = [
      await caller.call(groupBranding.changeColour, { colour: '#ffee88', version: 1 }),
      await caller.call(groupBranding.changeColour, { colour: own, version: 0 }),
      await caller.call(groupBranding.setLogo, { image: pngOf(), version: 0 }),
      await caller.call(groupBranding.setLogo, {
        image: Buffer.from('No picture').toString('base64'),
        version: 1,
      }),
    ]
    expect(asked.map(({ reason }) => reason)).toEqual([
      ...['hard-to-read', 'changed-meanwhile', 'changed-meanwhile', 'logo-refused'],
    ])
  })

  it('is read by an auditor, who changes nothing', async () => {
    const { caller, groupId, get } = await openGroup()
    await testApp.owner.query(`update practice_group_people set role = 'group_auditor' where group_id = $1`, [
      groupId,
    ])
    const asked = [
      await caller.call(groupBranding.changeColour, { colour: groups, version: 0 }),
      await caller.call(groupBranding.setLogo, { image: pngOf(), version: 0 }),
      await caller.call(groupBranding.removeLogo, {}),
    ]
    expect(asked.map(({ reason }) => reason)).toEqual(Array(3).fill('group-administrators-only'))
    expect(await get()).toMatchObject({ role: 'group_auditor', colour: null, version: 0 })
  })
})
