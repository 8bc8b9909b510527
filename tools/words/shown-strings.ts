import { parseSync, type ESTree } from 'vite'

/** Something that a person can read on a screen, in a mail or a document, and where it stands. */
export type ShownString = { file: string; line: number; text: string }

/** Attributes and properties whose values nobody reads. */
const unreadNames =
  /^(.*[cC]lassName|id|name|key|to|href|src|d|type|variant|tone|size|role|form|draft|autoComplete|inputMode|method|path|summary|needs|audit|example|columns|accept|rel|target|viewBox|code|align|width|storageKey)$/
const unreadCalls = /^(clsx|RegExp|Error|lazyPart|join|split|replace|replaceAll|test|startsWith|endsWith)$/
const utilityWords =
  /^(flex|grid|block|hidden|relative|absolute|fixed|sticky|truncate|italic|underline|contents|inline|border|rounded|shadow|uppercase|grow|transition|\S*[-:[]\S*)$/

/** Whether a text is wording, and no class of a style sheet, key or address. */
export function isWording(text: string): boolean {
  const words = text.trim().split(/\s+/)
  if (!/\p{L}{2}/u.test(text.replaceAll(/\{[^}]*\}/g, ''))) return false
  if (words.length === 1) return /^["'‘“(]?\p{Lu}\p{Ll}/u.test(text) && !/[/_:]/.test(text)
  return words.filter((word) => utilityWords.test(word)).length * 2 < words.length
}

type Node = ESTree.Node & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Every string of a file that a person can meet, in the order in which it stands. */
export function readShownStrings(file: string, text: string): ShownString[] {
  const found = /\.tsx?$/.test(file) ? stringsOfCode(file, text) : stringsOfLines(file, text)
  const starts = found.toSorted((a, b) => a.start - b.start)
  return starts.map(({ start, shown }) => ({
    file,
    line: text.slice(0, start).split('\n').length,
    text: shown,
  }))
}

type Found = { start: number; shown: string }

function stringsOfCode(file: string, text: string): Found[] {
  const found: Found[] = []
  const add = (start: number, value: string) => {
    const shown = value.replaceAll(/\s+/g, ' ').trim()
    if (isWording(shown)) found.push({ start, shown })
  }
  /** What is filled into a sentence, by its name in the code where that is short. */
  const gap = ({ start, end }: Node) => `{${/^[\w.]{1,30}$/.exec(text.slice(start, end))?.[0] ?? '…'}}`
  const children = (node: Node) =>
    Object.entries(node).flatMap(([key, value]) => (key === 'type' ? [] : [value].flat().filter(isNode)))

  function visit(node: Node): void {
    if (/^(Import|ExportAll|TS(?!As|Satisfies|NonNull))/.test(node.type)) return
    if (node.type === 'JSXAttribute' || node.type === 'Property') {
      const name = ((node.name ?? node.key) as Node).name
      if (typeof name === 'string' && unreadNames.test(name)) return
      if (isNode(node.value)) visit(node.value)
      return
    }
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const callee = node.callee as Node
      const name = ((callee.property as Node | undefined) ?? callee).name
      if (typeof name === 'string' && unreadCalls.test(name))
        return isNode(callee.object) ? visit(callee.object) : undefined
    }
    if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(node.operator)) return
    if (node.type === 'TaggedTemplateExpression') return
    if (node.type === 'Literal' && typeof node.value === 'string') add(node.start, node.value)
    if (node.type === 'TemplateLiteral') {
      const gaps = (node.expressions as Node[]).map(gap)
      const texts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
      add(node.start, texts.map((part, at) => part + (gaps[at] ?? '')).join(''))
    }
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') addChildren(node)
    for (const child of children(node)) visit(child)
  }
  /** The text between two tags as one sentence, with gaps where code or other tags stand. */
  function addChildren(node: Node) {
    const inside = node.children as Node[]
    const first = inside.find(({ type, value }) => type === 'JSXText' && /\p{L}/u.test(value))
    if (!first) return
    const shown = inside.map((child) => {
      if (child.type === 'JSXText') return child.value
      const expression = child.expression as Node | undefined
      if (expression?.type === 'Literal') return String(expression.value)
      return expression ? gap(expression) : '{…}'
    })
    add(first.start + String(first.value).search(/\S/), shown.join(''))
  }
  visit(parseSync(file, text).program as unknown as Node)
  return found
}

/** How strings stand in files that are no code: values of JSON and YAML, quoted and plain text of Typst, lines of others. */
const linePatterns: Record<string, RegExp> = {
  json: /: "((?:[^"\\]|\\.)*)"|(?:^\s*|[[,] ?)"((?:[^"\\]|\\.)*)"(?=,|\]|$)/gm,
  yaml: /(?<!#.*)[\w-]+: ['"]?([^'"\s{[&*|>#][^\n]*?)['"]?,?$/gm,
  typ: /"([^"\n]*)"|\[([^[\]#\n]+)\]|^\s*=+ ([^#\n]+)$|^ *([A-Z][^#\n]*)$/gm,
}

function stringsOfLines(file: string, text: string): Found[] {
  const pattern = linePatterns[file.slice(file.lastIndexOf('.') + 1)] ?? /^(.+)$/gm
  return [...text.matchAll(pattern)]
    .map((match) => ({ start: match.index, shown: match.slice(1).find(Boolean) ?? '' }))
    .filter(({ shown }) => isWording(shown))
}
