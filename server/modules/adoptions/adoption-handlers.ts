import { isPermitted } from '../../../contract/access.ts'
import type { Adoption, CatalogueRow } from '../../../contract/adoptions.ts'
import { contract } from '../../../contract/index.ts'
import { templateNeeds } from '../../../contract/treatments.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { findStaff, staffName } from '../staff/index.ts'
import { findCurrentTemplate } from '../templates/index.ts'
import { countStates, countTypes, listCatalogue, type ListedTemplate } from './adoption-list-store.ts'
import { adopterOf, readingAgeOf, type Adopter, type AdoptionStatus } from './adoption-rules.ts'
import { findAdoptable, insertAdoptions, insertWithdrawal, findWordingStatuses } from './adoption-store.ts'

/** As whom the caller would adopt, if they are a registered clinician; whether they may manage templates is the wrapper's. */
async function findAdopter(scope: ClinicScope): Promise<Adopter | null> {
  const member = await findStaff(scope, scope.staffId)
  return adopterOf(member, member ? staffName(member) : '')
}

/** The same for screens: nobody who is refused in the end is offered to adopt. */
const adopterIfPermitted = (scope: ClinicScope): Promise<Adopter | null> | null =>
  isPermitted(scope.holder, templateNeeds) ? findAdopter(scope) : null

/** Who and when only where it still says something of the wording: a withdrawn adoption is none. */
const adoptionView = ({ state, byName, gdcNumber, at, adoptedVersion }: AdoptionStatus): Adoption =>
  state === 'adopted' || state === 'outdated'
    ? { state, byName, gdcNumber, at: at!.toISOString(), version: adoptedVersion }
    : { state, byName: null, gdcNumber: null, at: null, version: null }

const rowOf = (listed: ListedTemplate): CatalogueRow => ({
  templateId: listed.templateId,
  name: listed.name,
  treatmentType: listed.treatmentType,
  treatmentSubtype: listed.treatmentSubtype,
  version: listed.version,
  words: listed.words,
  readingAge: readingAgeOf(listed.readingGrade),
  reviewDue: listed.reviewDue,
  adoption: adoptionView(listed),
})

/** How the practice stands to the current version of a template; undefined when it may not know of the template. */
async function currentAdoption(scope: ClinicScope, templateId: string): Promise<Adoption | undefined> {
  const current = await findCurrentTemplate(scope, templateId)
  if (!current) return undefined
  const { id } = current.version
  return adoptionView((await findWordingStatuses(scope, [id])).get(id)!)
}

/** The operations of `contract/adoptions.ts`. */
export const adoptionHandlers = {
  catalogue: handle(contract.adoptions.catalogue, async (scope, { page, pageSize, sort, ...filter }) => {
    const rows = await listCatalogue(scope, { ...filter, sort }, sliceOf({ page, pageSize }))
    const counts = await countStates(scope, filter)
    const all = Object.values(counts).reduce((sum, number) => sum + number, 0)
    const types = await countTypes(scope)
    const total = filter.state === 'all' ? all : counts[filter.state]
    const list = { rows: rows.map(rowOf), total, page, pageSize }
    return { answer: { ...list, counts, types, adopter: await adopterIfPermitted(scope) } }
  }),

  get: handle(contract.adoptions.get, async (scope, { templateId }) => {
    const adoption = await currentAdoption(scope, templateId)
    return adoption ? { answer: { adoption, adopter: await adopterIfPermitted(scope) } } : refuse('not-found')
  }),

  adopt: handle(contract.adoptions.adopt, async (scope, wanted) => {
    const by = await findAdopter(scope)
    if (!by) return refuse('not-registered')
    const adopted = await findAdoptable(scope, wanted)
    if (adopted.length === 0) return refuse('nothing-to-adopt')
    await insertAdoptions(scope, adopted, by)
    const { treatmentType } = wanted
    const templateIds = adopted.map(({ templateId }) => templateId)
    const which = treatmentType ? { treatmentType } : { templateIds }
    const details = { count: adopted.length, gdcNumber: by.gdcNumber, ...which }
    return { answer: { adopted: adopted.length }, details }
  }),

  withdraw: handle(contract.adoptions.withdraw, async (scope, { templateId, reason }) => {
    if (!(await findCurrentTemplate(scope, templateId))) return refuse('not-found')
    const by = await findAdopter(scope)
    const withdrawn = await insertWithdrawal(scope, templateId, { reason, gdcNumber: by?.gdcNumber ?? null })
    if (!withdrawn) return refuse('not-adopted')
    const adoption = (await currentAdoption(scope, templateId))!
    return { answer: { adoption }, subject: templateId, details: { reason } }
  }),
}
