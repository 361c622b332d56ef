/**
 * Lines of the interface text with one of the words must, required, never, exactly, only, accept or refuse, in any
 * form and letter case. A requirement cites each, or it is the head of a table.
 */
export const normativeLines: readonly number[] = [
  7, 9, 30, 39, 43, 59, 71, 86, 93, 99, 113, 123, 125, 127, 129, 139, 141, 156, 158, 160, 161, 167, 169, 171, 173, 175,
  177, 179, 186, 192, 199, 209, 214, 236, 237, 238, 239, 248, 257, 258, 263, 266, 267, 268, 272, 277, 279, 283, 284,
  285, 286, 295, 303, 304, 305, 312,
]

/** Normative words that rule nothing by themselves: "Required" as the head of a table's column. */
export const tableHeads: readonly number[] = [30, 43, 59, 71, 86, 99, 113, 129, 141, 156]
