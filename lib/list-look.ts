/** Parameters of a list's address that are about its look: no row is found by them. */
export const LOOK_PARAMETERS: readonly string[] = ['hide']
