import words from '../../../build/content/page.privacy.json'
import { publicMeta } from '../../page-meta.ts'
import { WordsPage } from './words-page.tsx'

export const meta = () => publicMeta('/privacy', words)

export default function Privacy() {
  return <WordsPage words={words} />
}
