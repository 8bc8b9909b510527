import { readGraph, type SourceGraph } from './source-graph.ts'
import type { Finding, SourceFiles } from './source-files.ts'

/** A small tree for the tests of the rules: texts by path. */
export function createSourceTree(texts: Record<string, string>): { files: SourceFiles; graph: SourceGraph } {
  const files = new Map(Object.entries(texts))
  return { files, graph: readGraph(files) }
}

/** Findings as lines, for comparison. */
export const formatFindings = (findings: Finding[]): string[] =>
  findings.map(({ file, problem }) => `${file} ${problem}`)
