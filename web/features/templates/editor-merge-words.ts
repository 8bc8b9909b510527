import { dayText, momentText } from '../../ui/plain/date-text.ts'
import type { TemplateOffer } from './template-operations.ts'
import type { Template } from './template-wording-dialog.tsx'

/** How a dialog speaks of two texts that are brought together. */
export type MergeWords = {
  title: string
  lead: string
  /** Whose the other text is. */
  theirLabel: string
  /** Where both say the same. */
  same: string
  finish: string
}

/** Somebody else saved the template while it was written here. */
export function conflictWords({ updatedByName, updatedAt }: Pick<Template, 'updatedByName' | 'updatedAt'>) {
  const theirLabel = updatedByName || 'Somebody else'
  return {
    title: 'Somebody else has saved this template',
    lead: `${theirLabel} saved it on ${momentText(updatedAt)}. Nothing of yours is lost. Choose what to keep of each part, then save both together.`,
    theirLabel,
    same: 'You both wrote the same. Save to go on.',
    finish: 'Save both together',
  } satisfies MergeWords
}

/** The template that this one was copied from says something else now. */
export const offerWords = ({ sourceName, theirs }: TemplateOffer): MergeWords => ({
  title: `New wording of ${sourceName}`,
  lead: `Version ${theirs.label}, saved on ${dayText(theirs.createdAt)}${theirs.reason ? `: ${theirs.reason}` : ''}. Choose what to keep of each part. Nothing is saved before you save the template.`,
  theirLabel: sourceName,
  same: 'Your template says all of it already. Go on, and save it.',
  finish: 'Bring both together',
})
