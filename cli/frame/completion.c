// Completion for bash, zsh and fish, generated from the tables of commands and options. Names of
// links and joints come from the robot on the command line, through limb names.
#include "frame/cli.h"

#include <string.h>

static void print_bash(const cli *app, FILE *out);
static void print_bash_command(const cli *app, const cli_command *command, FILE *out);
static void print_zsh(const cli *app, FILE *out);
static void print_zsh_command(const cli *app, const cli_command *command, FILE *out);
static void print_zsh_option(const cli *app, const cli_option *option, FILE *out);
static void print_fish(const cli *app, FILE *out);
static void print_fish_option(const cli *app, const cli_command *command, const cli_option *option,
                              FILE *out);
static const char *kind_of_names(const cli_option *option);
static bool is_joint_list(const cli_option *option);
static bool is_rule(const cli_option *option);
static const cli_option *option_at(const cli_command *command, int index);
static int option_count(const cli_command *command);
static void print_words(const cli *app, cli_operand_kind kind, FILE *out);
static void print_choices(const char *choices, FILE *out);
static void print_quoted(const char *text, FILE *out);

static const char *const shells[] = {"bash", "zsh", "fish"};

bool cli_print_completion(const cli *app, const char *shell, FILE *out)
{
    static void (*const printer[])(const cli *, FILE *) = {print_bash, print_zsh, print_fish};
    for (int i = 0; i < CLI_COUNT(shells); i++) {
        if (strcmp(shell, shells[i]) != 0) continue;
        printer[i](app, out);
        return true;
    }
    return false;
}

// COMP_WORDS are also split at "=": the option is searched after it (--link=fl), and after the
// values of a list of joints (--joints a=1,el).
static void print_bash(const cli *app, FILE *out)
{
    fputs(
        "# bash completion for limb\n"
        "_limb_names() { limb names \"$1\" -- \"${COMP_WORDS[@]:1:COMP_CWORD-1}\" 2>/dev/null; }\n"
        "_limb()\n"
        "{\n"
        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
        "    local command=${COMP_WORDS[1]} words= joints= list= i IFS=$' \\t\\n'\n"
        "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
        "        COMPREPLY=($(compgen -W \"",
        out);
    print_words(app, CLI_COMMANDS, out);
    fputs("\" -- \"$word\"))\n"
          "        return\n"
          "    fi\n"
          "    [ \"$word\" != \"=\" ] || word=\n"
          "    for ((i = COMP_CWORD - 1; i > 1; i--)); do\n"
          "        [ \"${COMP_WORDS[i]}\" = \"=\" ] || [ \"${COMP_WORDS[i + 1]}\" = \"=\" ] || "
          "break\n"
          "        before=${COMP_WORDS[i - 1]}\n"
          "        [[ ${COMP_WORDS[i]} != --* ]] || { before=${COMP_WORDS[i]}; break; }\n"
          "    done\n"
          "    case \"$command $before\" in\n",
          out);
    for (int i = 0; i < app->ncommand; i++)
        if (!app->command[i]->hidden) print_bash_command(app, app->command[i], out);
    fputs("    esac\n"
          "    if [ -n \"$joints\" ]; then\n"
          "        [[ $word != *,* ]] || list=${word%,*},\n"
          "        COMPREPLY=($(compgen -P \"$list\" -S = -W \"$joints\" -- \"${word##*,}\"))\n"
          "        compopt -o nospace 2>/dev/null || true\n"
          "    elif [ -n \"$words\" ]; then\n"
          "        COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
          "    else\n"
          "        COMPREPLY=($(IFS=$'\\n'; compgen -f -- \"$word\"))\n"
          "    fi\n"
          "}\n"
          "complete -o filenames -F _limb limb\n",
          out);
}

// values of options first, then options if the word starts with a hyphen, then operands
static void print_bash_command(const cli *app, const cli_command *command, FILE *out)
{
    for (int i = 0; i < option_count(command); i++) {
        const cli_option *option = option_at(command, i);
        if (!option->value) continue;
        fprintf(out, "    \"%s --%s\"", command->name, option->name);
        if (option->letter) fprintf(out, " | \"%s -%c\"", command->name, option->letter);
        const char *kind = kind_of_names(option);
        fprintf(out, ") %s=\"", kind && is_joint_list(option) ? "joints" : "words");
        if (option->choices) print_choices(option->choices, out);
        if (is_rule(option)) print_words(app, CLI_RULES, out);
        if (kind) fprintf(out, "$(_limb_names %s)", kind);
        fputs("\" ;;\n", out);
    }
    fprintf(out, "    \"%s \"*)\n        if [[ $word == -* ]]; then words=\"", command->name);
    for (int i = 0; i < option_count(command); i++)
        fprintf(out, "%s--%s", i > 0 ? " " : "", option_at(command, i)->name);
    fputs("\"; else words=\"", out);
    print_words(app, command->operand_kind, out);
    if (command->operand_kind == CLI_EDITS) fputs("$(_limb_names edit)", out);
    fputs("\"; fi ;;\n", out);
}

static void print_zsh(const cli *app, FILE *out)
{
    fputs("#compdef limb\n"
          "_limb_names() {\n"
          "  local -a names\n"
          "  names=(${(f)\"$(limb names $1 -- ${line_words[1,line_current-1]} 2>/dev/null)\"})\n"
          "  if [[ $1 == joints ]]; then\n"
          "    compset -P '*,'\n"
          "    compadd -S '=' -a names\n"
          "  elif (( $#names )); then\n"
          "    compadd -a names\n"
          "  else\n"
          "    [[ $1 != edit ]] || _files\n"
          "  fi\n"
          "}\n"
          "_limb() {\n"
          "  local -a commands\n"
          "  commands=(\n",
          out);
    for (int i = 0; i < app->ncommand; i++) {
        if (app->command[i]->hidden) continue;
        fprintf(out, "    '%s:", app->command[i]->name);
        print_quoted(app->command[i]->summary, out);
        fputs("'\n", out);
    }
    fputs("  )\n"
          "  if (( CURRENT == 2 )); then\n"
          "    _describe command commands\n"
          "    return\n"
          "  fi\n"
          "  local command=$words[2]\n"
          "  shift words\n"
          "  (( CURRENT-- ))\n"
          "  local -a line_words; line_words=($words)\n"
          "  local line_current=$CURRENT\n"
          "  case $command in\n",
          out);
    for (int i = 0; i < app->ncommand; i++)
        if (!app->command[i]->hidden) print_zsh_command(app, app->command[i], out);
    fputs("  esac\n}\n_limb \"$@\"\n", out);
}

static void print_zsh_command(const cli *app, const cli_command *command, FILE *out)
{
    fprintf(out, "  %s)\n    _arguments", command->name);
    for (int j = 0; j < option_count(command); j++)
        print_zsh_option(app, option_at(command, j), out);
    fputs(" \\\n      '*: :", out);
    if (command->operand_kind == CLI_FILES) {
        fputs("_files", out);
    } else if (command->operand_kind == CLI_EDITS) {
        fputs(" _limb_names edit", out); // with a space: called without options of compadd
    } else {
        fputc('(', out);
        print_words(app, command->operand_kind, out);
        fputc(')', out);
    }
    fputs("' ;;\n", out);
}

static void print_zsh_option(const cli *app, const cli_option *option, FILE *out)
{
    fputs(" \\\n      ", out);
    const char *many = option->kind == CLI_MANY ? "*" : "";
    if (option->letter) {
        fprintf(out, "%s{-%c,--%s}'", many[0] ? "\\*" : "", option->letter, option->name);
    } else {
        fprintf(out, "'%s--%s", many, option->name);
    }
    fputc('[', out);
    print_quoted(option->help, out);
    fputc(']', out);
    const char *kind = kind_of_names(option);
    if (option->choices || is_rule(option)) {
        fputs(":value:(", out);
        if (option->choices) print_choices(option->choices, out);
        if (is_rule(option)) print_words(app, CLI_RULES, out);
        fputc(')', out);
    } else if (kind) {
        fprintf(out, ":%s: _limb_names %s", kind, kind);
    } else if (option->value) {
        fprintf(out, ":value:%s", strncmp(option->value, "FILE", 4) == 0 ? "_files" : "");
    }
    fputc('\'', out);
}

static void print_fish(const cli *app, FILE *out)
{
    fputs("# fish completion for limb\n"
          "function __limb_names\n"
          "    limb names $argv[1] -- (commandline -opc)[2..-1] 2>/dev/null\n"
          "end\n"
          "function __limb_joints\n"
          "    set -l list (commandline -ct | string replace -r '[^,]*$' '')\n"
          "    for name in (__limb_names joints)\n"
          "        echo $list$name=\n"
          "    end\n"
          "end\n",
          out);
    for (int i = 0; i < app->ncommand; i++) {
        const cli_command *command = app->command[i];
        if (command->hidden) continue;
        fprintf(out, "complete -c limb -n __fish_use_subcommand -f -a %s -d '", command->name);
        print_quoted(command->summary, out);
        fputs("'\n", out);
        for (int j = 0; j < option_count(command); j++)
            print_fish_option(app, command, option_at(command, j), out);
        if (command->operand_kind == CLI_FILES) continue;
        const bool is_edit = command->operand_kind == CLI_EDITS;
        fprintf(out, "complete -c limb -n '__fish_seen_subcommand_from %s'%s -a '", command->name,
                is_edit ? "" : " -f");
        print_words(app, command->operand_kind, out);
        if (is_edit) fputs("(__limb_names edit)", out);
        fputs("'\n", out);
    }
}

static void print_fish_option(const cli *app, const cli_command *command, const cli_option *option,
                              FILE *out)
{
    fprintf(out, "complete -c limb -n '__fish_seen_subcommand_from %s' -l %s", command->name,
            option->name);
    if (option->letter) fprintf(out, " -s %c", option->letter);
    const char *kind = kind_of_names(option);
    if (option->choices || is_rule(option)) {
        fputs(" -x -a '", out);
        if (option->choices) print_choices(option->choices, out);
        if (is_rule(option)) print_words(app, CLI_RULES, out);
        fputc('\'', out);
    } else if (kind && is_joint_list(option)) {
        fputs(" -x -a '(__limb_joints)'", out);
    } else if (kind) {
        fprintf(out, " -x -a '(__limb_names %s)'", kind);
    } else if (option->value) {
        fputs(" -r", out);
    }
    fputs(" -d '", out);
    print_quoted(option->help, out);
    fputs("'\n", out);
}

// Returns the KIND for limb names that the option's value needs; NULL: it is not a name
// in the robot.
static const char *kind_of_names(const cli_option *option)
{
    if (!option->value) return NULL;
    if (strcmp(option->value, "LINK") == 0) return "link";
    if (strcmp(option->value, "JOINT") == 0) return "joint";
    return is_joint_list(option) ? "joints" : NULL;
}

static bool is_joint_list(const cli_option *option) // A=1,B=30deg
{
    return option->value && strncmp(option->value, "A=", 2) == 0;
}

static bool is_rule(const cli_option *option)
{
    return option->value && strncmp(option->value, "RULE", 4) == 0;
}

static const cli_option *option_at(const cli_command *command, int index)
{
    return index < command->noption ? &command->option[index]
                                    : &cli_common_option[index - command->noption];
}

static int option_count(const cli_command *command)
{
    return command->noption + cli_ncommon_option;
}

static void print_words(const cli *app, cli_operand_kind kind, FILE *out)
{
    if (kind == CLI_RULES) {
        for (int i = 0; i < limb_rule_count(); i++)
            fprintf(out, "%s%s", i > 0 ? " " : "", limb_rule_at(i)->id);
    } else if (kind == CLI_COMMANDS) {
        for (int i = 0; i < app->ncommand; i++)
            if (!app->command[i]->hidden)
                fprintf(out, "%s%s", i > 0 ? " " : "", app->command[i]->name);
    } else if (kind == CLI_SHELLS) {
        for (int i = 0; i < CLI_COUNT(shells); i++)
            fprintf(out, "%s%s", i > 0 ? " " : "", shells[i]);
    }
}

static void print_choices(const char *choices, FILE *out)
{
    for (; *choices; choices++)
        fputc(*choices == '|' ? ' ' : *choices, out);
}

// Quotes text for single quotes. Characters with a meaning in zsh's descriptions are omitted; no
// help text needs them.
static void print_quoted(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (*text == '\'') {
            fputs("\xE2\x80\x99", out);
        } else if (!strchr("[]:\\", *text)) {
            fputc(*text, out);
        }
    }
}
