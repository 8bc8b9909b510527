import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTreatmentHierarchy } from './treatment-hierarchy.ts'

const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', { origin: 'https://practice.example' })
})
afterEach(() => vi.unstubAllGlobals())

/** Specification section 3, in its order. */
const builtInTypes = [
  'Root Canal Therapy',
  'Dental Fillings',
  'Dental Implant Placement',
  'Tooth Extraction',
  'Dental Crown',
  'Dental Bridge',
  'Orthodontic Treatment (Braces)',
  'Clear Aligners (Invisalign)',
  'Periodontal Treatment',
  'Oral Surgery',
  'Cosmetic Dentistry',
  'Teeth Whitening',
  'Dentures',
  'Dental Cleaning',
  'Other',
]

test.each([
  ['clinic', '/api/clinic/treatments/hierarchy'],
  ['admin', '/api/admin/treatments/hierarchy'],
] as const)('asks for the types of the %s', async (side, path) => {
  fetched.mockResolvedValue(Response.json({ Veneers: ['Porcelain Veneer'] }))
  expect(await loadTreatmentHierarchy(side)).toEqual({ Veneers: ['Porcelain Veneer'] })
  expect(new URL((fetched.mock.calls[0]![0] as Request).url).pathname).toBe(path)
})

test.each(['clinic', 'admin'] as const)(
  'the built-in list stands in where that of the %s cannot be loaded',
  async (side) => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    const hierarchy = await loadTreatmentHierarchy(side)
    expect(Object.keys(hierarchy)).toEqual(builtInTypes)
    expect(hierarchy['Other']).toEqual(['Custom Treatment'])
  },
)

test('so it does where the server refuses', async () => {
  const refusal = { code: 'unavailable', message: 'Later', details: {} }
  fetched.mockResolvedValue(Response.json(refusal, { status: 503 }))
  expect(Object.keys(await loadTreatmentHierarchy('clinic'))).toEqual(builtInTypes)
})

test('nobody in particular gets it without asking', async () => {
  expect(Object.keys(await loadTreatmentHierarchy('nobody'))).toEqual(builtInTypes)
  expect(fetched).not.toHaveBeenCalled()
})
