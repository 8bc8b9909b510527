import words from '../../../build/content/page.configuration.json'
import { publicMeta } from '../../page-meta.ts'
import { WordsPage } from './words-page.tsx'

export const meta = () => publicMeta('/setup/configuration', words)

export default function SetupConfiguration() {
  return <WordsPage words={words} />
}
