// Arguments of a dropped .xacro: a field for each declared argument, and reloading of the robot with the values
// entered.
import type { Engine } from "../engine/engine";
import type { Opened } from "../robot/data";
import { byId, h } from "../widgets/dom";
import type { Argument } from "./xacro";

export class Arguments {
  private readonly button = byId("xacro-arguments");
  private readonly dialog = h("dialog", { id: "arguments", "aria-labelledby": "arguments-title" });
  private readonly reason = h("p", { class: "reason", role: "alert" });
  private readonly fields = h("div", { class: "fields" });
  private tries = 0;

  constructor(private readonly engine: Engine, private readonly show: (opened: Opened) => Promise<void>) {
    this.button.addEventListener("click", () => this.dialog.showModal());
    this.dialog.append(h("form", { onsubmit: (event: Event) => void this.submit(event) },
      h("h2", { id: "arguments-title" }, "Arguments of the xacro file"), this.reason, this.fields,
      h("div", { class: "dialog-actions" },
        h("button", { type: "button", class: "choice", onclick: () => this.dialog.close() }, "Cancel"),
        h("button", { id: "arguments-show", class: "choice strong" }, "Show the robot"))));
    byId("view").append(this.dialog);
  }

  // Called after files were opened, or with the reason why they could not be: a missing argument is then requested.
  async adopt(reason = ""): Promise<void> {
    const [tries, list] = await this.engine.xacroArguments();
    if (tries === this.tries) return; // there was no robot among the files: the previous arguments stay
    this.tries = tries;
    this.button.hidden = list.length === 0;
    this.reason.textContent = reason;
    this.fields.replaceChildren(...list.map(makeField));
    if (reason && list.length > 0) this.dialog.showModal();
  }

  // Empty fields keep their default.
  private async submit(event: Event): Promise<void> {
    event.preventDefault();
    const inputs = [...this.fields.querySelectorAll("input")].filter(({ value }) => value !== "");
    try {
      const opened = await this.engine.openAgain(Object.fromEntries(inputs.map(({ name, value }) => [name, value])));
      this.reason.textContent = "";
      this.dialog.close();
      await this.show(opened);
    } catch (error) {
      this.reason.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}

function makeField({ name, preset }: Argument): HTMLElement {
  return h("label", {}, h("span", {}, name),
    h("input", { name, class: "field", type: "text", placeholder: preset ?? "needed", autocomplete: "off", spellcheck: "false" }));
}
