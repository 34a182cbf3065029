import type { Operation } from './operation'

type Match =
  | { operation: Operation; params: Record<string, string> }
  /** The path exists, but not with this method. */
  | { operation: null; allowed: string }

export type Router = {
  /** Finds the operation for a method and a path; null for an unknown path. */
  match: (method: string, path: string) => Match | null
}

/** The operations of one path by method, and the value of its `Allow` header. */
type Leaf = { names: string[]; methods: Map<string, Operation>; allowed: string }

/** A segment of the paths: literal successors, and one that stands for any text. */
type Node = { next: Map<string, Node>; any: Node | null; leaf: Leaf | null }

/**
 * Builds the router of some operations. A segment in braces matches any non-empty text; a literal segment
 * takes precedence. Paths are compared as sent: nothing is decoded, and no slash added or removed.
 */
export function createRouter(operations: readonly Operation[]): Router {
  const root = emptyNode()
  for (const operation of operations) add(root, operation)
  return {
    match(method, path) {
      const segments = path.split('/')
      const values: string[] = []
      const leaf = find(root, segments, 1, values)
      if (!leaf) return null
      // A HEAD is a GET whose body is not sent.
      const operation = leaf.methods.get(method === 'HEAD' ? 'GET' : method)
      if (!operation) return { operation: null, allowed: leaf.allowed }
      const params: Record<string, string> = {}
      for (let index = 0; index < leaf.names.length; index += 1) {
        params[leaf.names[index] as string] = values[index] as string
      }
      return { operation, params }
    },
  }
}

function emptyNode(): Node {
  return { next: new Map(), any: null, leaf: null }
}

function add(root: Node, operation: Operation): void {
  const names: string[] = []
  let node = root
  for (const segment of operation.path.split('/').slice(1)) {
    if (segment.startsWith('{')) {
      names.push(segment.slice(1, -1))
      node.any ??= emptyNode()
      node = node.any
    } else {
      const next = node.next.get(segment) ?? emptyNode()
      node.next.set(segment, next)
      node = next
    }
  }
  node.leaf ??= { names, methods: new Map(), allowed: '' }
  const { leaf } = node
  if (leaf.names.join() !== names.join() || leaf.methods.has(operation.method)) {
    throw new Error(`${operation.method} ${operation.path} stands beside another operation of the same path`)
  }
  leaf.methods.set(operation.method, operation)
  const methods = [...leaf.methods.keys()]
  leaf.allowed = [...methods, ...(leaf.methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}

function find(node: Node, segments: string[], index: number, values: string[]): Leaf | null {
  if (index === segments.length) return node.leaf
  const segment = segments[index] as string
  const next = node.next.get(segment)
  const match = next && find(next, segments, index + 1, values)
  if (match) return match
  if (!node.any || segment === '') return null
  values.push(segment)
  const leaf = find(node.any, segments, index + 1, values)
  if (!leaf) values.pop()
  return leaf
}
