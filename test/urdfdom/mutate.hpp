// Seeded damage to URDF text: typical errors in files, and changes that are not errors.
#ifndef LIMB_TEST_URDF_MUTATE_HPP
#define LIMB_TEST_URDF_MUTATE_HPP

#include "harness.h"

#include <string>
#include <vector>

// Where the elements and attributes of a well-formed text lie. The text must outlive it.
class Mutator
{
  public:
    explicit Mutator(const std::string &text);
    // The text with one to three changes; the same for the same state of the generator.
    std::string mutate(limb_test_rng *rng) const;

    // All that one change can do: every attribute with every value and name, every element with
    // every name, every piece of markup before and inside every element, every head and tail.
    int nvariant() const;
    std::string variant(int index) const;

  private:
    struct Span {
        size_t begin, end;
        size_t size() const
        {
            return end - begin;
        }
    };
    struct Attribute {
        Span whole, name, value; // whole: with the blank before it; value: between the quotes
    };
    struct Element {
        Span whole, name, end_name; // end_name is empty for <empty/>
        size_t open_end;            // after the '>' of the start tag
    };
    struct Edit {
        Span span;
        std::string text;
    };

    const std::string &text;
    std::vector<Attribute> attributes;
    std::vector<Element> elements;

    std::string replaced(Span span, const std::string &by) const;
    void scan_tag(size_t begin, size_t end, std::vector<size_t> *open);
    std::string of(Span span) const
    {
        return text.substr(span.begin, span.size());
    }
    void edit(limb_test_rng *rng, std::vector<Edit> *edits) const;
    void edit_attribute(limb_test_rng *rng, std::vector<Edit> *edits) const;
    void edit_element(limb_test_rng *rng, std::vector<Edit> *edits) const;
    void edit_bytes(limb_test_rng *rng, std::vector<Edit> *edits) const;
    void edit_document(limb_test_rng *rng, std::vector<Edit> *edits) const;
};

#endif
