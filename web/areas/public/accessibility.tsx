import words from '../../../build/content/page.accessibility.json'
import { publicMeta } from '../../page-meta.ts'
import { WordsPage } from './words-page.tsx'

export const meta = () => publicMeta('/accessibility', words)

export default function Accessibility() {
  return <WordsPage words={words} />
}
