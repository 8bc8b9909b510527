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
  const theirLabel = updatedByName || 'Another user'
  return {
    title: 'Someone else has saved this template',
    lead: `${theirLabel} saved it on ${momentText(updatedAt)}. Your changes are safe. Choose what to keep in each part, then save both together.`,
    theirLabel,
    same: 'Both versions are the same. Save to continue.',
    finish: 'Save both together',
  } satisfies MergeWords
}

/** The template that this one was copied from says something else now. */
export const offerWords = ({ sourceName, theirs }: TemplateOffer): MergeWords => ({
  title: `New wording of ${sourceName}`,
  lead: `Version ${theirs.label}, saved on ${dayText(theirs.createdAt)}${theirs.reason ? `: ${theirs.reason}` : ''}. Choose what to keep in each part. Nothing is saved until you save the template.`,
  theirLabel: sourceName,
  same: 'Your template already has this wording. Continue, and save it.',
  finish: 'Merge changes',
})
