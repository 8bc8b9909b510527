import words from '../../../build/content/page.cookies.json'
import { publicMeta } from '../../page-meta.ts'
import { WordsPage } from './words-page.tsx'

export const meta = () => publicMeta('/cookies', words)

export default function Cookies() {
  return <WordsPage words={words} />
}
