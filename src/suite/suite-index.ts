// Reads, for all runs of one command, what they share of their suite: each once, when it is first needed.
import { createAcceptedReader, type AcceptedReader } from "../cassette/accepted-reader.js";
import { createContractReader, type ContractReader } from "../cassette/contract-reader.js";
import { createRenamedFinder, type RenamedFinder } from "../cassette/renamed.js";
import { storePlaceOf } from "../cassette/store-place.js";
import { createTakesReader, type TakesReader } from "../cassette/takes.js";
import type { Suite } from "../config/suite.js";
import { createOthersReader, type OthersReader } from "./grown-lists.js";
import { readGivenTexts, type GivenTexts } from "../variables/given-texts.js";

export interface SuiteIndex {
  contracts: ContractReader;
  accepted: AcceptedReader;
  renamed: RenamedFinder;
  takes: TakesReader;
  others: OthersReader;
  /** Texts of the config that Claude does not get: a date in them is not a time of the run. */
  given(): GivenTexts;
}

export function createSuiteIndex(suite: Suite): SuiteIndex {
  const place = storePlaceOf(suite);
  const workflows = suite.config.workflows ?? [];
  let given: GivenTexts | undefined;
  const contracts = createContractReader();
  return {
    contracts,
    accepted: createAcceptedReader(place),
    renamed: createRenamedFinder(
      place,
      workflows.map(({ name }) => name),
    ),
    takes: createTakesReader(place),
    others: createOthersReader(suite, { contracts }),
    given: () => (given ??= readGivenTexts(textsOf(suite.config))),
  };
}

function textsOf({ workflows = [] }: Suite["config"]): string[] {
  return workflows.flatMap(({ steps }) =>
    steps.flatMap(({ expectedState: state }) => (typeof state === "string" ? [state] : [])),
  );
}
