/** A word for how often, which every reader takes for another number. */
type VagueWord = {
  pattern: RegExp
  /** A chance wants people out of a group; 'often' is also answered by how long or how many times. */
  asks: 'chance' | 'number'
  instead: string
}

const chanceAdvice = "about … in every 100 people, or 'we cannot give a figure'"
const numberAdvice = "how often or how long, with a number, or 'we cannot give a figure'"

export const vagueWords: VagueWord[] = [
  { pattern: /\bvery rare(?:ly)?\b/gi, asks: 'chance', instead: 'fewer than 1 in 10,000 people' },
  { pattern: /(?<!\bvery )\brare(?:ly)?\b/gi, asks: 'chance', instead: 'fewer than 1 in 1,000 people' },
  { pattern: /\bvery common(?:ly)?\b/gi, asks: 'chance', instead: 'more than 1 in 10 people' },
  {
    pattern: /\buncommon(?:ly)?\b/gi,
    asks: 'chance',
    instead: 'between 1 in 100 and 1 in 1,000 people',
  },
  {
    pattern: /(?<!\b(?:very|in) )\bcommon(?:ly)?\b(?! (?:cold|sense))/gi,
    asks: 'chance',
    instead: 'between 1 in 10 and 1 in 100 people',
  },
  { pattern: /\bunlikely\b/gi, asks: 'chance', instead: chanceAdvice },
  { pattern: /\b(?:very|highly|quite|not) likely\b/gi, asks: 'chance', instead: chanceAdvice },
  {
    pattern:
      /\b(?:tiny|very small|small|slight|slim|remote|low|very low|high|very high|good|fair|minimal|negligible) (?:chance|risk|possibility|likelihood|probability)\b/gi,
    asks: 'chance',
    instead: chanceAdvice,
  },
  { pattern: /\bhigh success rates?\b/gi, asks: 'chance', instead: chanceAdvice },
  {
    pattern: /\b(?:most|many|some|a few|few|a minority of|the majority of) (?:people|patients|cases)\b/gi,
    asks: 'chance',
    instead: chanceAdvice,
  },
  { pattern: /\bhardly ever\b|\balmost (?:never|always)\b/gi, asks: 'chance', instead: chanceAdvice },
  { pattern: /\b(?:often|frequently)\b/gi, asks: 'number', instead: numberAdvice },
  { pattern: /\b(?:sometimes|occasionally|seldom)\b/gi, asks: 'number', instead: numberAdvice },
  { pattern: /\b(?:usually|normally|generally|typically)\b/gi, asks: 'number', instead: numberAdvice },
  { pattern: /\bfrom time to time\b|\bnow and then\b/gi, asks: 'number', instead: numberAdvice },
]

const chancePattern =
  /\d\s?(?:%|per cent\b)|\d (?:in|out of) (?:every |each )?\d|\b(?:one|two|three|four|five) in (?:every )?(?:two|three|four|five|ten|twenty|fifty|a hundred|a thousand)\b|\bhalf of\b|\bcannot give a figure\b|\{\{clinicianFigure\}\}/i
const numberPattern = /\d|\{\{\w+\}\}/

/** Whether a text tells in numbers what a vague word leaves open. */
export const statesNumber = (asks: VagueWord['asks'], text: string): boolean =>
  chancePattern.test(text) || (asks === 'number' && numberPattern.test(text))
