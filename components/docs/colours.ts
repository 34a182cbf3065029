/* Syntax colours of code in the documentation: a few kinds of words, told apart without a parser of the language. */

export type CodeKind = 'comment' | 'string' | 'number' | 'keyword' | 'name'
export type CodePiece = { text: string; kind: CodeKind | null }

const QUOTED = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`
const STRING = `${QUOTED}|\`(?:[^\`\\\\]|\\\\.)*\``
const NUMBER = String.raw`(?<![\w.$-])\d[\d_]*(?:\.\d+)?(?![\w.:-])`

/** The comments and keywords of each language; one that is missing here has no colours. */
const LANGUAGES: Record<string, { comment?: string; keywords?: string; name?: string }> = {
  sh: {
    comment: String.raw`(?<=^|\s)#.*$`,
    keywords: 'curl|npm|npx|pip|node|for|do|done|if|then|fi|export|echo|cat',
    name: String.raw`\$\{?\w+\}?|(?<=\s)--?[a-zA-Z][\w-]*`,
  },
  json: { keywords: 'true|false|null', name: String.raw`"(?:[^"\\\n]|\\.)*"(?=\s*:)` },
  ts: {
    comment: String.raw`\/\/.*$`,
    keywords:
      'import|export|from|const|let|await|async|function|return|if|else|for|of|new|throw|try|catch|instanceof|typeof|void|true|false|null|undefined|type',
  },
  python: {
    comment: '#.*$',
    keywords:
      'import|from|def|return|if|elif|else|for|in|not|and|or|with|as|try|except|raise|class|True|False|None|while|lambda|print',
  },
  sql: {
    comment: '--.*$',
    keywords:
      'SELECT|FROM|WHERE|GROUP|ORDER|BY|AND|OR|IN|CASE|WHEN|THEN|ELSE|END|AS|JOIN|ON|count|sum|DISTINCT|LIMIT',
  },
  yaml: { comment: '#.*$', keywords: 'true|false|null', name: String.raw`(?<=^\s*(?:- )?)[\w.-]+(?=:)` },
  php: {
    comment: String.raw`\/\/.*$`,
    keywords: 'php|echo|function|return|if|else|foreach|as|new|true|false|null|use',
    name: String.raw`\$\w+`,
  },
  ruby: {
    comment: '#.*$',
    keywords: 'require|def|end|if|else|unless|do|puts|true|false|nil|class|return',
  },
  go: {
    comment: String.raw`\/\/.*$`,
    keywords: 'package|import|func|return|if|else|for|range|var|const|nil|true|false|defer|type|struct',
  },
}
LANGUAGES.js = LANGUAGES.ts ?? {}

const patterns = new Map<string, RegExp>()

function patternOf(language: string): RegExp | undefined {
  const rules = LANGUAGES[language]
  if (!rules) return undefined
  const cached = patterns.get(language)
  if (cached) return cached
  // The first alternative that fits decides: a `#` in a string begins no comment, and the name of a field is one.
  const parts = [
    ...(rules.name ? [`(?<name>${rules.name})`] : []),
    `(?<string>${STRING})`,
    ...(rules.comment ? [`(?<comment>${rules.comment})`] : []),
    ...(rules.keywords ? [String.raw`(?<keyword>(?<![\w.$-])(?:${rules.keywords})(?![\w-]))`] : []),
    `(?<number>${NUMBER})`,
  ]
  const pattern = new RegExp(parts.join('|'), 'gm')
  patterns.set(language, pattern)
  return pattern
}

/** Code in pieces, whose texts together are the code. */
export function piecesOf(language: string, code: string): CodePiece[] {
  const pattern = patternOf(language)
  const pieces: CodePiece[] = []
  let end = 0
  for (const match of pattern ? code.matchAll(pattern) : []) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? []
    if (match.index > end) pieces.push({ text: code.slice(end, match.index), kind: null })
    pieces.push({ text: match[0], kind: kind as CodeKind })
    end = match.index + match[0].length
  }
  if (end < code.length) pieces.push({ text: code.slice(end), kind: null })
  return pieces
}
