import java.io.FileInputStream;
import java.util.TreeMap;

import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;

/** Asks veraPDF of each file: Vera FLAVOUR FILE… prints "ok FILE", or "FAIL FILE RULE" a rule that is broken. */
public class Vera {
    public static void main(String[] words) throws Exception {
        VeraGreenfieldFoundryProvider.initialise();
        var flavour = PDFAFlavour.fromString(words[0]);
        for (int place = 1; place < words.length; place++) {
            var file = words[place];
            try (var parser = Foundries.defaultInstance().createParser(new FileInputStream(file), flavour)) {
                var result = Foundries.defaultInstance().createValidator(flavour, false).validate(parser);
                var broken = new TreeMap<String, String>();
                for (var each : result.getTestAssertions()) {
                    if (each.getStatus() == TestAssertion.Status.FAILED) {
                        var rule = each.getRuleId();
                        broken.put(rule.getClause() + "-" + rule.getTestNumber(), each.getMessage());
                    }
                }
                if (result.isCompliant()) System.out.println("ok " + file);
                broken.forEach((rule, said) -> System.out.println("FAIL " + file + " " + rule + " " + said));
            }
        }
    }
}
