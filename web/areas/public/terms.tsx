import words from '../../../build/content/page.terms.json'
import { publicMeta } from '../../page-meta.ts'
import { WordsPage } from './words-page.tsx'

export const meta = () => publicMeta('/terms', words)

export default function Terms() {
  return <WordsPage words={words} />
}
