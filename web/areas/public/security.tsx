import words from '../../../build/content/page.security.json'
import { publicMeta } from '../../page-meta.ts'
import { WordsPage } from './words-page.tsx'

export const meta = () => publicMeta('/security', words)

export default function Security() {
  return <WordsPage words={words} />
}
