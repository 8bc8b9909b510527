import type { Api } from '../../api.ts'

/** What can be asked about treatment types: of a clinic's, or by super administrators of the platform's. The forms are alike. */
export type TreatmentOperations = Api['treatments']
export type Treatment = Awaited<ReturnType<TreatmentOperations['list']>>[number]
export type Subtype = Treatment['subtypes'][number]

/** What can be done with the treatment types of a screen, and by whom. */
export type TreatmentContext = {
  side: 'clinic' | 'admin'
  operations: TreatmentOperations
  /** Whether this person changes treatment types at all. */
  canWrite: boolean
  /** What the screen shows is loaded anew. */
  onChanged: () => Promise<void>
}

/** A practice changes what it added itself; super administrators change what all have. */
export const canChangeTreatment = (
  { side, canWrite }: Pick<TreatmentContext, 'side' | 'canWrite'>,
  { isOwn }: { isOwn: boolean },
) => canWrite && (side === 'admin' || isOwn)
