import type { TemplateOperations, TemplatePaths, TemplateRow, TemplateSide } from './template-operations.ts'

/** What can be done with the templates of a screen, by whom, and where that leads. */
export type TemplateContext = {
  side: TemplateSide
  operations: TemplateOperations
  paths: TemplatePaths
  /** Whether this person changes templates at all. */
  canWrite: boolean
  /** What patients said of treatments of a template some weeks later, in a few words; absent where too few did. */
  scoreOf?: ((templateId: string) => string | undefined) | undefined
  /** How many consents of a template are under way; null for those who may not know. */
  countInProgress: ((templateId: string) => Promise<number>) | null
  /** Shows another template. */
  onOpen: (templateId: string) => void
  /** What the screen shows is loaded anew. */
  onChanged: () => Promise<void>
}

/** What an action has to know of a template. */
export type TemplateSubject = Pick<TemplateRow, 'id' | 'name' | 'status' | 'clinicId'>

/** A practice changes its own templates only; super administrators see none but those they may change. */
export const canChangeTemplate = (
  { side, canWrite }: Pick<TemplateContext, 'side' | 'canWrite'>,
  { clinicId }: Pick<TemplateSubject, 'clinicId'>,
): boolean => canWrite && (side === 'admin' || clinicId !== null)
