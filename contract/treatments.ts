import { z } from 'zod'
import type { RequiredPermissions } from './access.ts'
import { aborted, id, instant, notFound, operation, optionalText, text } from './kit.ts'
import { subtypes_max, treatment_name_length_max } from './limits.ts'

const name = text(treatment_name_length_max)

/** A treatment type (specification section 3). The platform's are everybody's; a clinic adds its own to them. */
export const Treatment = z.object({
  id,
  name: z.string(),
  description: z.string(),
  /** In the order in which they were added. `isOwn`: the clinic's own addition, which only it sees and may change. */
  subtypes: z.array(z.object({ name: z.string(), isOwn: z.boolean() })),
  isActive: z.boolean(),
  isOwn: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})
export type Treatment = z.infer<typeof Treatment>

/** The subtypes of each active treatment type, by name. */
export const TreatmentHierarchy = z.record(z.string(), z.array(z.string()))
export type TreatmentHierarchy = z.infer<typeof TreatmentHierarchy>

/** Who may change treatments and templates (rulings 34). */
export const templateNeeds: RequiredPermissions = { anyOf: ['manageTemplates', 'canManageTemplates'] }

const missing = { 'treatment-not-found': notFound('Treatment type') }
const nameTakenRefusal = { 'name-taken': aborted('There is already a treatment type with this name.') }
const subtypeTaken = { 'subtype-taken': aborted('This treatment type already has a subtype with this name.') }
const subtypeMissing = { 'subtype-not-found': notFound('Subtype') }
const notOwnerRefusal = {
  'not-own': aborted('This is included with Candour. Add your own, or ask us to change it.'),
}

type Side = 'clinic' | 'admin'
type SideNeeds<S extends Side> = S extends 'clinic' ? RequiredPermissions : never

/** The same for a clinic, about what it added, and for super administrators, about what all have. */
function operationsFor<S extends Side>(access: S, needs?: SideNeeds<S>) {
  const base = `/api/${access}/treatments` as const
  const read = { access, audit: null }
  const write = { access, ...(needs ? { needs } : {}) }
  return {
    list: operation({
      ...read,
      method: 'GET',
      path: base,
      summary: 'Treatment types by name, with their subtypes',
      input: z.object({}),
      output: z.array(Treatment),
      example: {},
    }),
    hierarchy: operation({
      ...read,
      method: 'GET',
      path: `${base}/hierarchy`,
      summary: 'The subtypes of each active treatment type, by name',
      input: z.object({}),
      output: TreatmentHierarchy,
      example: {},
    }),
    get: operation({
      ...read,
      method: 'GET',
      path: `${base}/{treatmentId}`,
      summary: 'One treatment type',
      input: z.object({ treatmentId: id }),
      output: Treatment,
      refusals: missing,
      example: { treatmentId: ':treatmentId' },
    }),
    create: operation({
      ...write,
      method: 'POST',
      path: base,
      summary: 'Add a treatment type',
      audit: { done: 'treatment.created', refused: 'treatment.change_refused' },
      idempotent: true,
      input: z.object({
        name,
        description: optionalText(2000),
        subtypes: z.array(name).max(subtypes_max).default([]),
      }),
      output: Treatment,
      refusals: { ...nameTakenRefusal, ...subtypeTaken },
      example: { name: 'Sleep appliances', subtypes: ['Snoring splint'] },
    }),
    update: operation({
      ...write,
      method: 'PATCH',
      path: `${base}/{treatmentId}`,
      summary: 'Change the name, the description or whether it is offered; what is left out stays',
      audit: { done: 'treatment.updated', refused: 'treatment.change_refused' },
      validatesOnlyChanges: true,
      input: z.object({
        treatmentId: id,
        name: name.optional(),
        // Without its default, which would empty what was left out.
        description: optionalText(2000).unwrap().optional(),
        isActive: z.boolean().optional(),
      }),
      output: Treatment,
      refusals: { ...missing, ...nameTakenRefusal, ...notOwnerRefusal },
      example: { treatmentId: ':treatmentId', isActive: true },
    }),
    remove: operation({
      ...write,
      method: 'DELETE',
      path: `${base}/{treatmentId}`,
      summary: 'Delete a treatment type; templates keep its name',
      audit: { done: 'treatment.deleted', refused: 'treatment.change_refused' },
      input: z.object({ treatmentId: id }),
      output: z.object({ removed: z.literal(true) }),
      refusals: { ...missing, ...notOwnerRefusal },
      example: { treatmentId: ':treatmentId' },
    }),
    addSubtype: operation({
      ...write,
      method: 'POST',
      path: `${base}/{treatmentId}/subtypes`,
      summary: 'Add a subtype; changes that others make at the same time stay',
      audit: { done: 'treatment.subtype_added', refused: 'treatment.change_refused' },
      input: z.object({ treatmentId: id, name }),
      output: Treatment,
      refusals: {
        ...missing,
        ...subtypeTaken,
        'too-many-subtypes': aborted(`A treatment type has at most ${subtypes_max} subtypes.`),
      },
      example: { treatmentId: ':treatmentId', name: 'Snoring splint' },
    }),
    renameSubtype: operation({
      ...write,
      method: 'PATCH',
      path: `${base}/{treatmentId}/subtypes`,
      summary: 'Rename a subtype; it keeps its place',
      audit: { done: 'treatment.subtype_renamed', refused: 'treatment.change_refused' },
      validatesOnlyChanges: true,
      input: z.object({ treatmentId: id, name, to: name }),
      output: Treatment,
      refusals: { ...missing, ...subtypeMissing, ...subtypeTaken, ...notOwnerRefusal },
      example: { treatmentId: ':treatmentId', name: 'Snoring splint', to: 'Snoring appliance' },
    }),
    removeSubtype: operation({
      ...write,
      method: 'POST',
      path: `${base}/{treatmentId}/subtypes/removal`,
      summary: 'Remove a subtype; templates keep its name',
      audit: { done: 'treatment.subtype_removed', refused: 'treatment.change_refused' },
      validatesOnlyChanges: true,
      input: z.object({ treatmentId: id, name }),
      output: Treatment,
      refusals: { ...missing, ...subtypeMissing, ...notOwnerRefusal },
      example: { treatmentId: ':treatmentId', name: 'Snoring splint' },
    }),
  }
}

export const treatments = operationsFor('clinic', templateNeeds)

export const adminTreatments = {
  ...operationsFor('admin'),
  seedDefaults: operation({
    method: 'POST',
    path: '/api/admin/treatments/defaults',
    summary: 'Add the treatment types that come with the product where none of the name is there',
    access: 'admin',
    audit: { done: 'treatment.defaults_added' },
    input: z.object({}),
    output: z.object({ added: z.array(z.string()) }),
    example: {},
  }),
  removeDuplicates: operation({
    method: 'POST',
    path: '/api/admin/treatments/duplicates/removal',
    summary: 'Delete later treatment types that share a name with an earlier one, which gets their subtypes',
    access: 'admin',
    audit: { done: 'treatment.duplicates_removed' },
    input: z.object({}),
    output: z.object({ removed: z.array(z.string()) }),
    example: {},
  }),
}
