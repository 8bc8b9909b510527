import type { Phrase } from '../../../contract/phrases.ts'
import { SuggestionField } from '../../ui/suggestion-field.tsx'
import { offeredPhrases } from './offered-phrases.ts'

type MaterialFieldProps = {
  id: string
  optional?: boolean
  value: string
  onChange: (changes: { material: string }) => void
  phrases: readonly Phrase[] | undefined
  error: string | undefined
}

/** What a treatment is made of, in the practice's words. */
export const MaterialField = ({ onChange, phrases, ...field }: MaterialFieldProps) => (
  <SuggestionField
    {...field}
    label="Material"
    hint={phrases ? undefined : 'For example, tooth-coloured filling'}
    maxLength={120}
    suggestions={offeredPhrases(phrases)}
    onChange={(material) => onChange({ material })}
  />
)
