import { useEffect, useState } from 'react'
import { makeGlossary, type Glossary } from './glossary-marks.ts'

let loaded: Glossary | null = null

/** Fetches the dental words in plain ones; what is not there leaves the text as it is. */
export async function fetchGlossary(): Promise<Glossary | null> {
  try {
    loaded ??= makeGlossary((await import('../../../build/content/glossary.json')).default)
  } catch (error) {
    console.error(error)
  }
  return loaded
}

/** The glossary once it is here; null where it is not wanted. */
export function useGlossary(isWanted: boolean): Glossary | null {
  const [glossary, setGlossary] = useState(loaded)
  useEffect(() => {
    if (isWanted && !glossary) void fetchGlossary().then(setGlossary)
  }, [isWanted, glossary])
  return isWanted ? glossary : null
}
